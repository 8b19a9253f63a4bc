import { ink } from "../palette.ts";
import { ChildDrawing } from "../drawings.tsx";
import { Portrait } from "../portrait.tsx";

/** Shows the secretary of the board in front of drawings that came with the letters. */
export const PortraitInTheLetterRoom = () => (
  <Portrait
    wall={ink.sand}
    skinColor="tan"
    hairColor="chestnut"
    haircut="ponytail"
    top={ink.sage}
    turn={-0.4}
    mood="talking"
    brows="raised"
    gaze={[-0.3, 0]}
    tilt={-4}
  >
    <ChildDrawing at={[74, 96]} kind="sun" size={1.3} turn={-4} hasPin />
    <ChildDrawing at={[70, 262]} kind="house" size={1.3} turn={3} hasPin />
    <ChildDrawing at={[412, 104]} kind="rainbow" size={1.3} turn={5} hasPin />
    <ChildDrawing at={[416, 272]} kind="flower" size={1.3} turn={-3} hasPin />
  </Portrait>
);
