import { ink } from "../palette.ts";
import { Quilt } from "../places.tsx";
import { Portrait } from "../portrait.tsx";

/** Shows the volunteer coordinator in front of the quilt on the warehouse wall. */
export const PortraitByTheQuilt = () => (
  <Portrait
    wall={ink.wallDark}
    skinColor="deep"
    hairColor="black"
    haircut="curls"
    top={ink.brick}
    outfit="cardigan"
    mood="laugh"
    turn={-0.3}
    brows="raised"
    tilt={4}
  >
    <Quilt at={[40, 40]} columns={6} rows={6} patchSize={68} />
  </Portrait>
);
