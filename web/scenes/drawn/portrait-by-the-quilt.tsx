import { hair, ink, skin } from "../palette.ts";
import { Quilt } from "../places.tsx";
import { Portrait } from "../portrait.tsx";

const SHOULDERS =
  "M112 480C120 420 98 392 96 360C98 316 138 302 190 292Q240 282 294 292C344 302 386 316 388 360C386 392 364 420 370 480Z";

/** The sleeves from above the elbow, one over the other, with a hand on each upper arm. */
const FoldedArms = () => (
  <g strokeLinecap="round" strokeLinejoin="round" fill="none">
    <path d="M364 356Q392 404 380 444L250 462" stroke={ink.brass} strokeWidth="56" />
    <path d="M340 392Q356 420 340 446" stroke="#000" strokeWidth="6" opacity="0.14" />
    <path
      d="M118 360Q88 408 102 450L306 436"
      stroke="#2a1208"
      strokeWidth="56"
      opacity="0.14"
      transform="translate(0 8)"
    />
    <path d="M118 356Q88 404 102 446L300 430" stroke={ink.brass} strokeWidth="56" />
    <path d="M300 402Q312 430 304 458" stroke={ink.cream} strokeWidth="8" strokeLinecap="butt" />
    <path
      d="M312 412C332 402 352 398 366 404M316 426C336 418 356 416 372 420M316 440C336 436 352 434 368 436"
      stroke={skin.deep}
      strokeWidth="17"
    />
    <path d="M312 406V452L336 446V402Z" fill={skin.deep} />
  </g>
);

/** Shows the volunteer coordinator, her arms folded, in front of the quilt on the warehouse wall. */
export const PortraitByTheQuilt = () => (
  <Portrait
    skinColor={skin.deep}
    hairColor={hair.black}
    haircut="curls"
    mood="laugh"
    turn={-0.3}
    brows="raised"
    tilt={5}
    at={[246, 236]}
    size={2.05}
    lightAt={[360, 80]}
    background={
      <>
        <path d="M0 0H480V480H0Z" fill={ink.brickDark} />
        <Quilt at={[-40, -30]} columns={7} rows={7} patchSize={80} />
        <path d="M0 0H480V480H0Z" fill={ink.brickDark} opacity="0.3" />
      </>
    }
    body={
      <>
        <path d={SHOULDERS} fill={ink.brass} />
        <path d="M198 290Q242 352 290 290L278 282Q244 300 210 282Z" fill={skin.deep} />
        <path d="M196 290Q242 358 292 290" fill="none" stroke={ink.cream} strokeWidth="7" />
        <path d="M214 296Q244 334 274 296" fill="none" stroke={ink.lamp} strokeWidth="3" />
        <circle cx="244" cy="320" r="6" fill={ink.brick} />
      </>
    }
  >
    <g fill={ink.lamp}>
      <circle cx="190" cy="216" r="7" />
      <circle cx="310" cy="220" r="7" />
    </g>
    <FoldedArms />
  </Portrait>
);
