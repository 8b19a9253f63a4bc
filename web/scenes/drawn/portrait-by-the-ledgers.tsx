import { ink } from "../palette.ts";
import { Portrait } from "../portrait.tsx";

const SPINE_COLORS = [
  ink.brick,
  ink.evening,
  ink.pine,
  ink.brass,
  ink.slate,
  ink.brickDark,
  ink.olive,
];

/** Shows the treasurer in front of a shelf of ledgers. */
export const PortraitByTheLedgers = () => (
  <Portrait
    wall={ink.evening}
    skinColor="fair"
    hairColor="white"
    haircut="bald"
    hasGlasses
    top={ink.steel}
    outfit="cardigan"
    turn={-0.2}
    mood="calm"
    tilt={2}
  >
    {[40, 200, 360].map((top, row) => (
      <g key={top}>
        {Array.from({ length: 11 }, (_, index) => (
          <path
            key={SPINE_COLORS[index % 7]! + String(index > 6)}
            d={`M${8 + index * 43} ${top + ((index * 3 + row) % 4) * 6}h34V${top + 124}h-34Z`}
            fill={SPINE_COLORS[(index * 2 + row) % 7]}
            opacity="0.75"
          />
        ))}
        <path d={`M0 ${top + 124}H480v14H0Z`} fill={ink.woodDark} />
      </g>
    ))}
  </Portrait>
);
