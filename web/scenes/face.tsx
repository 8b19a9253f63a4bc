import { ink } from "./palette.ts";

export interface FaceProps {
  /** How far the face is turned, from -1 to 1. */
  readonly turn?: number;
  readonly mood?: "smile" | "laugh" | "calm" | "focused" | "talking" | "amazed" | "tongue";
  /** "down" is for reading and working with the hands, and "closed" is only for laughing hard. */
  readonly eyes?: "open" | "down" | "closed";
  /** Where the eyes look, from -1 to 1: first toward the side that the person faces, then down. */
  readonly gaze?: readonly [number, number];
  readonly brows?: "relaxed" | "raised" | "drawn" | "tender";
  readonly hasBeard?: boolean;
  readonly hasGlasses?: boolean;
}

/** The outline of the face, which also clips the cheeks (see scene.tsx). */
export const FACE_PATH = "M-31 -6C-32 -40 32 -40 31 -6C32 22 18 38 1 38C-16 38 -30 22 -31 -6Z";

const BROW_PATHS: Readonly<Record<NonNullable<FaceProps["brows"]>, string>> = {
  relaxed: "M-17 -8Q-11 -12 -5.5 -9.5M5.5 -9.5Q11 -12 17 -8",
  raised: "M-17 -11Q-11 -17 -5 -13.5M5 -13.5Q11 -17 17 -11",
  drawn: "M-17 -8Q-11 -10.5 -5 -7.5M5 -7.5Q11 -10.5 17 -8",
  tender: "M-17 -7Q-12 -11.5 -5 -12.5M5 -12.5Q12 -11.5 17 -7",
};

const Eyes = ({
  kind,
  gaze: [gazeX, gazeY],
}: {
  readonly kind: NonNullable<FaceProps["eyes"]>;
  readonly gaze: readonly [number, number];
}) => {
  switch (kind) {
    case "open":
      return (
        <g fill={ink.night}>
          {[-11, 11].map((x) => (
            <ellipse key={x} cx={x + gazeX * 3} cy={2 + gazeY * 2.6} rx="3.2" ry="4" />
          ))}
        </g>
      );
    case "down":
      return (
        <g>
          {[-11, 11].map((x) => (
            <ellipse key={x} cx={x + gazeX * 2.6} cy="6" rx="3.2" ry="3.4" fill={ink.night} />
          ))}
          <path
            d="M-17 3.5Q-11 -1.5 -5 3.5M5 3.5Q11 -1.5 17 3.5"
            fill="none"
            stroke="#000"
            strokeWidth="2.2"
            strokeLinecap="round"
            opacity="0.26"
          />
        </g>
      );
    case "closed":
      return (
        <path
          d="M-16 5Q-11 -1 -6 5M6 5Q11 -1 16 5"
          fill="none"
          stroke={ink.night}
          strokeWidth="3"
          strokeLinecap="round"
        />
      );
  }
};

const LIP_COLOR = "#6b2f22";
const INNER_MOUTH_COLOR = "#7c2b22";

const MouthLine = ({ d }: { readonly d: string }) => (
  <path d={d} fill="none" stroke={LIP_COLOR} strokeWidth="3" strokeLinecap="round" />
);

const Mouth = ({ mood }: { readonly mood: NonNullable<FaceProps["mood"]> }) => {
  switch (mood) {
    case "smile":
      return <MouthLine d="M-9 16Q1 25 10 15" />;
    case "calm":
      return <MouthLine d="M-6 18.5Q1 21.5 8 17.5" />;
    case "focused":
      return <MouthLine d="M-5 18.5Q2 20.5 8 17.5" />;
    case "laugh":
      return (
        <g>
          <path d="M-10 14.5Q0 17.5 11 13.5Q9 27 0.5 27Q-8 27 -10 14.5Z" fill={INNER_MOUTH_COLOR} />
          <path d="M-9.6 15Q0 17.5 10.6 14L9.6 18Q0 20.5 -8.6 18.6Z" fill={ink.cream} />
          <path d="M-5.5 24Q0.5 19.5 6.5 23.8Q4 27 0.5 27Q-3 27 -5.5 24Z" fill={ink.rose} />
        </g>
      );
    case "talking":
      return (
        <g>
          <path
            d="M-6.5 15.5Q0.5 17 7.5 15Q8 24.5 1 24.5Q-6 24.5 -6.5 15.5Z"
            fill={INNER_MOUTH_COLOR}
          />
          <path d="M-6.5 15.5Q0.5 17 7.5 15L7 18.2Q0.5 19.6 -6 18.4Z" fill={ink.cream} />
        </g>
      );
    case "amazed":
      return <ellipse cx="0.5" cy="20" rx="4.6" ry="5.6" fill={INNER_MOUTH_COLOR} />;
    case "tongue":
      return (
        <g>
          <path d="M-1 20.5Q1 28 5 27.5Q9.5 26 8 17Z" fill="#d2573e" />
          <MouthLine d="M-8 17Q1 23 10 16" />
        </g>
      );
  }
};

/** Draws the face, without the skin, around the middle of the head. */
export const Face = ({
  turn = 0.5,
  mood = "smile",
  eyes = "open",
  gaze,
  brows = "relaxed",
  hasBeard = false,
  hasGlasses = false,
  skinColor,
  hairColor,
}: FaceProps & { readonly skinColor: string; readonly hairColor: string }) => {
  const side = turn < 0 ? -1 : 1;
  const shift = turn * 11;
  const gazeDirection = gaze ?? [eyes === "down" ? turn : 0, 0];
  return (
    <>
      {!hasBeard && (
        <g clipPath="url(#face)" fill="#d2573e" opacity="0.2">
          <circle cx={shift - 16} cy="14" r="6.5" />
          <circle cx={shift + 17} cy="14" r="6.5" />
        </g>
      )}
      <g transform={`translate(${shift} 0)`}>
        {hasBeard && <path d="M-11 17Q0 14 12 17Q10 27 0.5 27Q-9 27 -11 17Z" fill={skinColor} />}
        <path
          d={BROW_PATHS[brows]}
          fill="none"
          stroke={hairColor}
          strokeWidth="2.8"
          strokeLinecap="round"
          opacity="0.85"
        />
        <Eyes kind={eyes} gaze={gazeDirection} />
        <path
          d={`M${side * 2} 5Q${side * 7} 12 ${side} 12`}
          fill="none"
          stroke="#000"
          strokeWidth="2.4"
          strokeLinecap="round"
          opacity="0.25"
        />
        <Mouth mood={mood} />
        {hasGlasses && (
          <g fill="none" stroke={ink.night} strokeWidth="2.2">
            <circle cx="-11.5" cy="2.5" r="9" />
            <circle cx="11.5" cy="2.5" r="9" />
            <path d={`M-2.5 1.5h5M${side * -20.5} 1L${side * -31} -2`} />
          </g>
        )}
      </g>
    </>
  );
};
