import { Face, FACE_PATH, type FaceProps } from "./face.tsx";
import { ink } from "./palette.ts";

export interface HeadProps extends FaceProps {
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
}

type Haircut = NonNullable<HeadProps["haircut"]>;

const CROWN_PATH = "M-32 0C-38 -46 38 -46 32 0C30 -14 20 -20 6 -20C-8 -20 -24 -14 -26 2Z";

/** The hair beside the ears of a bald head. When the head is turned, the far side is hidden. */
const NEAR_SIDE_PATH = "M-32 -2C-36 -16 -30 -22 -27 -22C-29 -10 -28 6 -27 14C-32 12 -32 4 -32 -2Z";
const FAR_SIDE_PATH = "M32 -2C36 -16 30 -22 27 -22C29 -10 28 6 27 14C32 12 32 4 32 -2Z";

const BackHair = ({ haircut, color }: { readonly haircut: Haircut; readonly color: string }) => {
  switch (haircut) {
    case "long":
      return (
        <path
          d="M-35 -6C-40 -50 40 -50 35 -6C37 20 41 36 36 58H-36C-42 36 -37 16 -35 -6Z"
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
  turn,
}: {
  readonly haircut: Haircut;
  readonly color: string;
  readonly hatColor: string;
  readonly turn: number;
}) => {
  switch (haircut) {
    case "bald":
      return <path d={turn > 0.3 ? NEAR_SIDE_PATH : NEAR_SIDE_PATH + FAR_SIDE_PATH} fill={color} />;
    case "cap":
      return (
        <g>
          <path
            d="M-32 2C-34 -6 -33 -14 -31 -18H-22V4ZM31.5 3C33.5 -6 33 -14 31 -18H26Q25 -6 27 4Z"
            fill={color}
          />
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
          d="M-33 2C-42 -52 42 -52 33 2C28 -15 12 -20 0 -18C-12 -20 -26 -13 -33 2Z"
          fill={color}
        />
      );
    case "long":
      return (
        <g fill={color}>
          <path d="M-31 8C-41 -50 41 -50 32 8C30 -12 16 -22 6 -24C-4 -12 -22 -8 -31 8Z" />
          <path d="M-31 -14C-30 14 -30 26 -24 38C-19 48 -22 58 -31 63C-43 56 -40 14 -34.5 -14ZM32 -14C31 14 31 26 27 38C23 48 25 58 33 64C44 56 41 14 34.5 -14Z" />
        </g>
      );
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

/** Draws the hair that hangs behind the neck and shoulders, around the same center as the head. */
export const HairBehind = ({
  haircut = "short",
  hairColor,
}: Pick<HeadProps, "haircut" | "hairColor">) => (
  <g transform="translate(0 -26)">
    <BackHair haircut={haircut} color={hairColor} />
  </g>
);

/** Draws a head around its center; `turn` moves the face to one side. */
export const Head = ({
  skinColor,
  hairColor,
  haircut = "short",
  hatColor = ink.oliveDark,
  ...face
}: HeadProps) => {
  const { turn = 0.5 } = face;
  return (
    <g transform="translate(0 -26)">
      <ellipse cx={-29 + turn * 4} cy="6" rx={turn < -0.3 ? 0 : 8} ry="10" fill={skinColor} />
      <ellipse cx={29 + turn * 6} cy="6" rx={turn > 0.3 ? 0 : 8} ry="10" fill={skinColor} />
      <path d={FACE_PATH} fill={skinColor} />
      {face.hasBeard && (
        <path
          d="M-31 -2C-27 8 -22 13 -13 12Q0 6 14 12C22 13 27 8 31 -2C33 26 18 43 1 43C-16 43 -32 26 -31 -2Z"
          fill={hairColor}
        />
      )}
      <Face {...face} skinColor={skinColor} hairColor={hairColor} />
      <FrontHair haircut={haircut} color={hairColor} hatColor={hatColor} turn={turn} />
    </g>
  );
};
