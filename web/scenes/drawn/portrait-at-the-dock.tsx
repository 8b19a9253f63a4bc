import { ink } from "../palette.ts";
import { Portrait } from "../portrait.tsx";

/** Shows the man in charge of shipping at the open dock door in the early morning. */
export const PortraitAtTheDock = () => (
  <Portrait
    wall={ink.slate}
    skinColor="tan"
    hairColor="black"
    haircut="cap"
    hatColor={ink.night}
    top={ink.kraftDark}
    turn={0.4}
    mood="calm"
    gaze={[0.6, 0]}
  >
    <path d="M70 60H410V480H70Z" fill="url(#dawn-sky)" />
    <path d="M70 372Q150 330 230 352T410 338V480H70Z" fill={ink.evening} opacity="0.7" />
    <path
      d="M70 60H410V86H70ZM70 98H410V106H70ZM70 118H410V126H70Z"
      fill={ink.steel}
      opacity="0.9"
    />
  </Portrait>
);
