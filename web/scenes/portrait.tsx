import type { ReactNode } from "react";
import { Arm, type ArmProps, type Point } from "./arm.tsx";
import { HairBehind, Head, type HeadProps } from "./head.tsx";
import { Glow, Scene } from "./scene.tsx";

export const PORTRAIT_SIZE = { width: 480, height: 480 } as const;
const UPPER_LEFT: Point = [130, 90];

interface PortraitProps extends HeadProps {
  readonly background: ReactNode;
  /** The clothes from the neck down, in the pixels of the portrait. */
  readonly body: ReactNode;
  /** The middle of the jaw. */
  readonly at: Point;
  readonly size?: number;
  readonly tilt?: number;
  readonly lightAt?: Point;
  /** What is in front of the head, such as a raised hand. */
  readonly children?: ReactNode;
}

/** A head-and-shoulders portrait. Each one draws its own body, so that no two people look alike from afar. */
export const Portrait = ({
  background,
  body,
  at: [x, y],
  size = 2,
  tilt = 0,
  lightAt = UPPER_LEFT,
  children,
  ...head
}: PortraitProps) => {
  const place = `translate(${x} ${y}) scale(${size})`;
  return (
    <Scene {...PORTRAIT_SIZE}>
      {background}
      <Glow at={lightAt} radius={330} strength={0.5} />
      <g transform={`${place} rotate(${tilt})`}>
        <HairBehind {...head} />
      </g>
      <g transform={place}>
        <path d="M0 0V38" stroke={head.skinColor} strokeWidth="27" strokeLinecap="round" />
        <path d="M-13.5 5H13.5V15Q0 25 -13.5 15Z" fill="#000" opacity="0.14" />
      </g>
      {body}
      <g transform={`${place} rotate(${tilt})`}>
        <Head {...head} />
      </g>
      {children}
    </Scene>
  );
};

/** An arm in front of the body, with its shadow. Its points count from the middle of the upper edge, two pixels each. */
export const PortraitArm = (arm: ArmProps) => (
  <g transform="translate(240 0) scale(2)">
    <g transform="translate(2 5)" opacity="0.14">
      <Arm {...arm} clothColor="#2a1208" skinColor="#2a1208" />
    </g>
    <Arm {...arm} />
  </g>
);
