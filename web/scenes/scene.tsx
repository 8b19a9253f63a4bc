import type { ReactNode } from "react";
import { ink } from "./palette.ts";
import type { Point } from "./arm.tsx";
import { FACE_PATH } from "./face.tsx";
import { TORSO_PATH } from "./people.tsx";

export interface SceneProps {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** The frame of a scene, with the clip paths and gradients that all scenes share. */
export const Scene = ({ width, height, children }: SceneProps) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
  >
    <defs>
      <clipPath id="torso">
        <path d={TORSO_PATH} />
      </clipPath>
      <clipPath id="face">
        <path d={FACE_PATH} />
      </clipPath>
      <radialGradient id="glow">
        <stop offset="0" stopColor="#ffe2a0" stopOpacity="0.95" />
        <stop offset="0.35" stopColor="#ffd27a" stopOpacity="0.42" />
        <stop offset="1" stopColor="#ffc860" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#0f1a31" />
        <stop offset="0.6" stopColor={ink.dusk} />
        <stop offset="1" stopColor="#3f5484" />
      </linearGradient>
      <linearGradient id="dawn-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#566a9c" />
        <stop offset="0.55" stopColor="#d99f86" />
        <stop offset="1" stopColor="#f6d39a" />
      </linearGradient>
      <linearGradient id="warm-wall" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#d9bd8c" />
        <stop offset="1" stopColor="#eeddba" />
      </linearGradient>
      <linearGradient id="evening-wall" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#2b3a61" />
        <stop offset="1" stopColor="#4a5880" />
      </linearGradient>
      <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#0d1526" stopOpacity="0" />
        <stop offset="1" stopColor="#0d1526" stopOpacity="0.45" />
      </linearGradient>
    </defs>
    {children}
  </svg>
);

/** Shines lamplight on everything that was drawn before it. */
export const Glow = ({
  at: [x, y],
  radius,
  strength = 1,
}: {
  readonly at: Point;
  readonly radius: number;
  readonly strength?: number;
}) => <circle cx={x} cy={y} r={radius} fill="url(#glow)" opacity={strength} />;
