import { ink } from "../palette.ts";
import { Window } from "../places.tsx";
import { Portrait } from "../portrait.tsx";
import { Plant } from "../objects.tsx";

/** Shows the chair of the board beside an office window. */
export const PortraitByTheWindow = () => (
  <Portrait
    wall={ink.linen}
    skinColor="brown"
    hairColor="black"
    haircut="bun"
    top={ink.dusk}
    outfit="cardigan"
    mood="calm"
    turn={0.3}
    gaze={[0.5, 0]}
  >
    <Window at={[370, 300]} width={210} height={250} sky="url(#dawn-sky)" />
    <Plant at={[86, 470]} size={1.9} />
  </Portrait>
);
