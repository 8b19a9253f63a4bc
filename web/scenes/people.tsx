import type { ReactNode } from "react";
import { Arm, type Limb, type Point, formatPoint } from "./arm.tsx";
import { hair, ink, skin } from "./palette.ts";
import { HairBehind, Head, type HeadProps } from "./head.tsx";

export interface PersonProps extends Omit<HeadProps, "skinColor" | "hairColor"> {
  /** The position of the hips. */
  readonly at: Point;
  /** The person's scale. At 1, an adult is about 400 pixels tall. */
  readonly size?: number;
  /** Makes the person look to the left instead of the right. */
  readonly isMirrored?: boolean;
  readonly skinColor?: keyof typeof skin;
  readonly hairColor?: keyof typeof hair;
  readonly top?: string;
  readonly bottom?: string;
  readonly shoes?: string;
  readonly outfit?: "plain" | "uniform" | "apron" | "cardigan" | "scrubs";
  readonly sleeves?: "long" | "short";
  /** The body's tilt in degrees. `tilt` is the head's additional tilt. */
  readonly lean?: number;
  readonly tilt?: number;
  readonly farArm?: Limb;
  readonly nearArm?: Limb;
  /** The far leg and the near leg, which are omitted for people behind a table. */
  readonly legs?: readonly [Limb, Limb];
  /** The head's scale, which is larger for children. */
  readonly headSize?: number;
  /** An item that is held in front of the body and behind the near hand. */
  readonly heldItem?: ReactNode;
  /** To show a person leaning on a table, draw them twice: "body" behind the table and "arms" on it. */
  readonly layer?: "whole" | "body" | "arms";
}

const FAR_SHOULDER: Point = [35, -113];
const NEAR_SHOULDER: Point = [-37, -113];
const SHADOW_COLORS = { clothColor: "#2a1208", skinColor: "#2a1208" } as const;
const HIP: Point = [20, -6];

export const uprightLegs: readonly [Limb, Limb] = [
  { bend: [-22, 92], end: [-24, 186] },
  { bend: [24, 92], end: [26, 188] },
];

export const sittingLegs: readonly [Limb, Limb] = [
  { bend: [86, 6], end: [92, 108] },
  { bend: [100, 14], end: [108, 118] },
];

interface LegProps {
  readonly from: Point;
  readonly limb: Limb;
  readonly clothColor: string;
  readonly shoeColor: string;
}

const Leg = ({ from, limb, clothColor, shoeColor }: LegProps) => (
  <>
    <path
      d={`M${formatPoint(from)} L${formatPoint(limb.bend)} L${formatPoint(limb.end)}`}
      fill="none"
      stroke={clothColor}
      strokeWidth="38"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path
      d={`M${limb.end[0] - 20} ${limb.end[1] + 24} v-20 q0 -14 16 -14 h10 q8 0 12 8 l20 8 q8 4 8 18Z`}
      fill={shoeColor}
    />
  </>
);

/** The outline of the torso, which also clips the shadows on the body (see scene.tsx). */
export const TORSO_PATH =
  "M-54 -108 C-54 -134 -26 -144 0 -144 C26 -144 54 -134 54 -108 L46 2 C46 16 -46 16 -46 2Z";

const Outfit = ({ kind }: { readonly kind: NonNullable<PersonProps["outfit"]> }) => {
  switch (kind) {
    case "uniform":
      return (
        <g>
          <path
            d="M-16 -142 0 -112 16 -142 26 -134 4 -98 -4 -98 -26 -134Z"
            fill="#000"
            opacity="0.2"
          />
          <path d="M0 -104V8" stroke="#000" strokeWidth="3" opacity="0.22" />
          <path d="M-42 -84h30v8h-30ZM12 -84h30v8h-30Z" fill="#000" opacity="0.2" />
          <path
            d="M-42 -76h30v22q-15 8 -30 0ZM12 -76h30v22q-15 8 -30 0Z"
            fill="#000"
            opacity="0.1"
          />
          <path d="M-40 -98h26v7h-26ZM14 -98h26v7h-26Z" fill={ink.sand} opacity="0.75" />
        </g>
      );
    case "apron":
      return (
        <g>
          <path d="M-30 -90h60l14 96q-44 16 -88 0Z" fill={ink.linen} />
          <path d="M-28 -90 -20 -140M28 -90 20 -140" stroke={ink.linen} strokeWidth="7" />
          <path d="M-24 -40h48v26q-24 12 -48 0Z" fill={ink.sand} />
          <path d="m0 -78 4 9 9 4 -9 4 -4 9 -4 -9 -9 -4 9 -4Z" fill={ink.brick} />
        </g>
      );
    case "cardigan":
      return (
        <g>
          <path d="M-18 -143 0 -92 18 -143 12 12h-24Z" fill={ink.cream} opacity="0.9" />
          <path
            d="M-20 -142 -3 -84V12M20 -142 3 -84V12"
            stroke="#000"
            strokeWidth="4"
            fill="none"
            opacity="0.16"
          />
        </g>
      );
    case "scrubs":
      return <path d="M-18 -143 0 -112 18 -143" stroke={ink.cream} strokeWidth="6" fill="none" />;
    case "plain":
      return (
        <path
          d="M-20 -142 Q0 -124 20 -142"
          stroke="#000"
          strokeWidth="5"
          fill="none"
          opacity="0.16"
        />
      );
  }
};

/** Draws a person whose hips are at `at`, looking to the right unless mirrored. */
export const PersonDrawing = ({
  at: [x, y],
  size = 1,
  isMirrored = false,
  skinColor = "tan",
  hairColor = "brown",
  top = ink.evening,
  bottom = ink.night,
  shoes = ink.kraftDeep,
  outfit = "plain",
  sleeves = "long",
  lean = 0,
  tilt = 0,
  farArm,
  nearArm,
  legs,
  headSize = 1,
  heldItem,
  layer = "whole",
  ...head
}: PersonProps) => {
  const color = skin[skinColor];
  const arm = { clothColor: top, skinColor: color, sleeves };
  const headTransform = `translate(0 ${-166 - (headSize - 1) * 22}) rotate(${tilt}) scale(${headSize})`;
  const hasBody = layer !== "arms";
  const hasArms = layer !== "body";
  const farArmDrawing = farArm && <Arm {...arm} from={FAR_SHOULDER} limb={farArm} />;
  return (
    <g transform={`translate(${x} ${y}) scale(${isMirrored ? -size : size} ${size})`}>
      {hasBody && legs && (
        <>
          <Leg from={[-HIP[0], HIP[1]]} limb={legs[0]} clothColor={bottom} shoeColor={shoes} />
          <g opacity="0.16">
            <Leg from={[-HIP[0], HIP[1]]} limb={legs[0]} clothColor="#000" shoeColor="#000" />
          </g>
        </>
      )}
      {layer === "whole" && farArm && (
        <g transform={`rotate(${lean})`}>
          {farArmDrawing}
          <g opacity="0.13">
            <Arm {...arm} {...SHADOW_COLORS} from={FAR_SHOULDER} limb={farArm} />
          </g>
        </g>
      )}
      {hasBody && legs && <Leg from={HIP} limb={legs[1]} clothColor={bottom} shoeColor={shoes} />}
      <g transform={`rotate(${lean})`}>
        {hasBody && (
          <>
            <g transform={headTransform}>
              <HairBehind {...head} hairColor={hair[hairColor]} />
            </g>
            <path d="M0 -128V-158" stroke={color} strokeWidth="26" strokeLinecap="round" />
            <path d="M-13 -160H13V-152Q0 -142 -13 -152Z" fill="#000" opacity="0.14" />
            <path d={TORSO_PATH} fill={top} />
            <g clipPath="url(#torso)">
              <Outfit kind={outfit} />
              <path d="M-60 -150H0Q-24 -140 -24 -108L-22 20H-60Z" fill="#000" opacity="0.1" />
            </g>
            <g transform={headTransform}>
              <Head {...head} skinColor={color} hairColor={hair[hairColor]} />
            </g>
          </>
        )}
        {!hasBody && heldItem}
        {!hasBody && farArmDrawing}
        {hasBody && (
          <g clipPath="url(#torso)">
            <g transform="translate(3 6)" opacity="0.16">
              {nearArm && <Arm {...arm} {...SHADOW_COLORS} from={NEAR_SHOULDER} limb={nearArm} />}
              {!hasArms && farArm && (
                <Arm {...arm} {...SHADOW_COLORS} from={FAR_SHOULDER} limb={farArm} />
              )}
            </g>
          </g>
        )}
        {hasBody && hasArms && heldItem}
        {hasArms && nearArm && <Arm {...arm} from={NEAR_SHOULDER} limb={nearArm} />}
      </g>
    </g>
  );
};
