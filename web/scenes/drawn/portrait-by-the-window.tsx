import { hair, ink, skin } from "../palette.ts";
import { ContactShadow, Window } from "../places.tsx";
import { Portrait } from "../portrait.tsx";
import { Mug, Plant } from "../objects.tsx";

/** One forearm lies on the desk, the other one holds up the chin. */
const RestingArms = () => (
  <g strokeLinecap="round" strokeLinejoin="round" fill="none">
    <path
      d="M384 372Q402 420 388 440L296 448"
      stroke="#2a1208"
      strokeWidth="48"
      opacity="0.16"
      transform="translate(0 6)"
    />
    <path d="M380 366Q398 416 384 436L288 444" stroke={ink.dusk} strokeWidth="48" />
    <path d="M362 398Q376 416 364 430" stroke="#000" strokeWidth="6" opacity="0.2" />
    <path d="M292 444L262 446" stroke={skin.brown} strokeWidth="32" />
    <path
      d="M262 434L246 438M262 444L240 446M264 454L244 455"
      stroke={skin.brown}
      strokeWidth="13"
    />
    <path
      d="M176 352Q142 410 166 440L206 346"
      stroke="#2a1208"
      strokeWidth="46"
      opacity="0.16"
      transform="translate(6 6)"
    />
    <path d="M176 350Q136 404 162 438L208 346" stroke={ink.dusk} strokeWidth="46" />
    <path
      d="M192 402L212 352"
      stroke="#000"
      strokeWidth="5"
      opacity="0.2"
      transform="translate(-14 -6)"
    />
    <path d="M208 342L220 310" stroke={skin.brown} strokeWidth="34" strokeLinecap="butt" />
    <path d="M190 334L232 350" stroke={ink.cream} strokeWidth="9" strokeLinecap="butt" />
    <path d="M222 312L226 292" stroke={skin.brown} strokeWidth="38" />
    <path d="M230 294L262 282M228 284L254 270" stroke={skin.brown} strokeWidth="15" />
    <path d="M238 296L264 288" stroke="#000" strokeWidth="3" opacity="0.16" />
  </g>
);

/** Shows the chair of the board at her desk beside an office window. */
export const PortraitByTheWindow = () => (
  <Portrait
    skinColor={skin.brown}
    hairColor={hair.gray}
    haircut="bun"
    mood="calm"
    turn={-0.35}
    gaze={[0.3, 0]}
    brows="tender"
    tilt={-9}
    at={[274, 246]}
    size={1.9}
    lightAt={[150, 120]}
    background={
      <>
        <path d="M0 0H480V480H0Z" fill={ink.sage} />
        <Window at={[130, 318]} width={230} height={330} sky="url(#dawn-sky)">
          <path d="M-115 -70Q-40 -120 20 -84T115 -92V0H-115Z" fill={ink.pine} opacity="0.75" />
        </Window>
        <Plant at={[432, 432]} size={1.7} color={ink.pineDark} />
      </>
    }
    body={
      <>
        <path
          d="M128 480C130 400 150 330 220 304Q274 284 320 304C384 330 408 400 410 480Z"
          fill={ink.dusk}
        />
        <path d="M236 306 250 284H296L312 306Z" fill={skin.brown} />
        <path d="M228 300 272 420 316 300 296 288Q270 304 250 288Z" fill={ink.cream} />
        <path
          d="M232 296 200 330 222 346 212 362 270 436 250 350ZM312 296 344 330 322 346 332 362 272 436 296 350Z"
          fill={ink.evening}
        />
        <path d="M246 306Q272 342 298 306" fill="none" stroke={ink.cream} strokeWidth="5" />
        <circle cx="342" cy="384" r="8" fill={ink.lamp} />
        <path d="M0 440H480V480H0Z" fill={ink.wood} />
        <path d="M0 440H480V450H0Z" fill={ink.woodLight} />
        <ContactShadow at={[74, 458]} width={100} />
        <Mug at={[70, 458]} size={1.5} color={ink.brick} />
      </>
    }
  >
    <RestingArms />
  </Portrait>
);
