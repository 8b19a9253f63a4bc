import { ink } from "../palette.ts";
import { Portrait } from "../portrait.tsx";
import { PackagePile } from "../objects.tsx";

/** Shows the warehouse manager in front of a wall of boxes. */
export const PortraitByTheBoxes = () => (
  <Portrait
    wall={ink.wall}
    skinColor="fair"
    hairColor="gray"
    haircut="bob"
    top={ink.pine}
    outfit="apron"
    hasGlasses
    turn={0.2}
    tilt={-3}
  >
    <PackagePile at={[90, 480]} rows={[2, 2, 2]} size={1.7} />
    <PackagePile at={[410, 480]} rows={[2, 1]} size={1.7} />
  </Portrait>
);
