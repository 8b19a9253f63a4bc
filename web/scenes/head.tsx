import { ink } from "./palette.ts";

export interface HeadProps {
  readonly skinColor: string;
  readonly hairColor: string;
  readonly haircut?:
    | "short"
    | "bun"
    | "long"
    | "bob"
    | "curls"
    | "pigtails"
    | "ponytail"
    | "bald"
    | "cap"
    | "knit";
  /** The color of a cap or knit hat. */
  readonly hatColor?: string;
  /** -1 to 1: how far the face is turned. */
  readonly turn?: number;
  readonly mood?: "smile" | "laugh" | "calm";
  readonly eyes?: "open" | "down" | "closed";
  readonly hasBeard?: boolean;
  readonly hasGlasses?: boolean;
}

type Haircut = NonNullable<HeadProps["haircut"]>;

const CROWN_PATH = "M-32 0C-38 -46 38 -46 32 0C30 -14 20 -20 6 -20C-8 -20 -24 -14 -26 2Z";

const BackHair = ({ haircut, color }: { readonly haircut: Haircut; readonly color: string }) => {
  switch (haircut) {
    case "long":
      return (
        <path
          d="M-34 -6C-38 -48 38 -48 34 -6C36 20 40 40 34 54H-36C-42 36 -36 16 -34 -6Z"
          fill={color}
        />
      );
    case "bob":
      return (
        <path
          d="M-36 -4C-40 -48 40 -48 36 -4C38 12 38 24 34 32H-34C-40 22 -38 8 -36 -4Z"
          fill={color}
        />
      );
    case "bun":
      return <circle cx="-22" cy="-34" r="15" fill={color} />;
    case "ponytail":
      return <path d="M-22 -26C-58 -34 -62 8 -48 40C-40 30 -30 10 -24 -4Z" fill={color} />;
    case "pigtails":
      return (
        <g fill={color}>
          <path d="M-30 -10C-62 -12 -58 28 -50 40C-40 34 -32 14 -28 2ZM30 -10C60 -12 56 28 48 40C40 34 32 14 28 2Z" />
          <circle cx="-34" cy="-8" r="6" fill={ink.brick} />
          <circle cx="34" cy="-8" r="6" fill={ink.brick} />
        </g>
      );
    case "curls":
      return (
        <g fill={color}>
          {[-30, -18, 0, 18, 30].map((x, index) => (
            <circle key={x} cx={x} cy={[-14, -30, -36, -30, -14][index]} r="17" />
          ))}
          <circle cx="-34" cy="6" r="13" />
          <circle cx="33" cy="6" r="12" />
        </g>
      );
    case "short":
    case "bald":
    case "cap":
    case "knit":
      return null;
  }
};

const FrontHair = ({
  haircut,
  color,
  hatColor,
}: {
  readonly haircut: Haircut;
  readonly color: string;
  readonly hatColor: string;
}) => {
  switch (haircut) {
    case "bald":
      return (
        <path
          d="M-32 -2C-36 -16 -30 -22 -27 -22C-29 -10 -28 6 -27 14C-32 12 -32 4 -32 -2Z"
          fill={color}
        />
      );
    case "cap":
      return (
        <g>
          <path d="M-32 2C-34 -6 -33 -14 -31 -18H-22V4Z" fill={color} />
          <path d="M-34 -12C-36 -48 34 -50 33 -14Z" fill={hatColor} />
          <path
            d="M-34 -10C-10 -22 20 -22 33 -13C46 -12 54 -6 54 -2C40 -8 -10 -10 -34 -10Z"
            fill={hatColor}
          />
          <path
            d="M-34 -11C-10 -22 20 -22 33 -14L33 -9C14 -16 -10 -16 -34 -6Z"
            fill="#000"
            opacity="0.22"
          />
        </g>
      );
    case "knit":
      return (
        <g>
          <path d="M-33 -8C-40 -56 40 -56 33 -8Z" fill={hatColor} />
          <path d="M-35 -14Q0 -26 35 -14V-2Q0 -14 -35 -2Z" fill={ink.cream} />
          <circle cx="0" cy="-48" r="10" fill={ink.cream} />
        </g>
      );
    case "curls":
      return (
        <path
          d="M-32 0C-36 -40 36 -40 32 0C26 -18 10 -22 0 -20C-12 -22 -24 -14 -32 0Z"
          fill={color}
        />
      );
    case "long":
    case "bob":
      return (
        <path
          d="M-33 6C-40 -46 40 -46 33 6C30 -12 16 -22 6 -24C-4 -12 -24 -8 -33 6Z"
          fill={color}
        />
      );
    case "short":
    case "bun":
    case "ponytail":
    case "pigtails":
      return <path d={CROWN_PATH} fill={color} />;
  }
};

const Eyes = ({ kind }: { readonly kind: NonNullable<HeadProps["eyes"]> }) => {
  if (kind === "open") {
    return (
      <g fill={ink.night}>
        <ellipse cx="-11" cy="2" rx="3" ry="3.8" />
        <ellipse cx="11" cy="2" rx="3" ry="3.8" />
      </g>
    );
  }
  const d =
    kind === "down" ? "M-16 3Q-11 8 -6 4M6 4Q11 8 16 3" : "M-16 5Q-11 -1 -6 5M6 5Q11 -1 16 5";
  return <path d={d} fill="none" stroke={ink.night} strokeWidth="3" strokeLinecap="round" />;
};

const Mouth = ({ mood }: { readonly mood: NonNullable<HeadProps["mood"]> }) => {
  if (mood === "laugh") return <path d="M-9 15Q0 18 10 14Q8 26 0 26Q-7 26 -9 15Z" fill="#7c2b22" />;
  return (
    <path
      d={mood === "smile" ? "M-9 16Q1 25 10 15" : "M-6 19Q1 21 7 18"}
      fill="none"
      stroke="#6b2f22"
      strokeWidth="3"
      strokeLinecap="round"
    />
  );
};

/** Draws a head around its center; `turn` moves the face to one side. */
export const Head = ({
  skinColor,
  hairColor,
  haircut = "short",
  hatColor = ink.oliveDark,
  turn = 0.5,
  mood = "smile",
  eyes = "open",
  hasBeard = false,
  hasGlasses = false,
}: HeadProps) => (
  <g transform="translate(0 -26)">
    <BackHair haircut={haircut} color={hairColor} />
    <ellipse cx={-29 + turn * 4} cy="6" rx="8" ry="10" fill={skinColor} />
    <ellipse cx={29 + turn * 6} cy="6" rx={turn > 0.3 ? 0 : 8} ry="10" fill={skinColor} />
    <path
      d="M-31 -6C-32 -40 32 -40 31 -6C32 22 18 38 1 38C-16 38 -30 22 -31 -6Z"
      fill={skinColor}
    />
    {hasBeard && (
      <path
        d="M-30 0C-26 8 -18 8 -12 8Q0 6 14 8C20 8 26 6 31 0C32 26 18 42 1 42C-16 42 -30 26 -30 0Z"
        fill={hairColor}
      />
    )}
    <g transform={`translate(${turn * 11} 0)`}>
      <circle cx="-15" cy="13" r="7" fill="#d2573e" opacity="0.22" />
      <circle cx="16" cy="13" r="7" fill="#d2573e" opacity="0.22" />
      {hasBeard && <ellipse cx="0" cy="19" rx="13" ry="8" fill={skinColor} />}
      <path
        d="M-16 -8Q-11 -12 -6 -9M6 -9Q11 -12 16 -8"
        fill="none"
        stroke={hairColor}
        strokeWidth="2.6"
        strokeLinecap="round"
        opacity="0.8"
      />
      <Eyes kind={eyes} />
      <path
        d="M2 4Q7 11 1 11"
        fill="none"
        stroke="#000"
        strokeWidth="2.4"
        strokeLinecap="round"
        opacity="0.25"
      />
      <Mouth mood={mood} />
      {hasGlasses && (
        <g fill="none" stroke={ink.night} strokeWidth="2.4">
          <circle cx="-11" cy="3" r="8.5" />
          <circle cx="11" cy="3" r="8.5" />
          <path d="M-2.5 2h5M-19.5 1-30 -2" />
        </g>
      )}
    </g>
    <FrontHair haircut={haircut} color={hairColor} hatColor={hatColor} />
  </g>
);
