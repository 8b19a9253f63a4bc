import type { ReactNode } from "react";
import { PersonDrawing, type PersonProps } from "./people.tsx";
import { Glow, Scene } from "./scene.tsx";

export const PORTRAIT_SIZE = { width: 480, height: 480 } as const;

/** A head-and-shoulders portrait; `children` are drawn behind the person. */
export const Portrait = ({
  wall,
  children,
  ...person
}: Omit<PersonProps, "at" | "size"> & {
  readonly wall: string;
  readonly children: ReactNode;
}) => (
  <Scene {...PORTRAIT_SIZE}>
    <path d="M0 0H480V480H0Z" fill={wall} />
    {children}
    <Glow at={[130, 90]} radius={330} strength={0.5} />
    <PersonDrawing
      at={[240, 570]}
      size={1.95}
      farArm={{ bend: [62, -44], end: [58, 30] }}
      nearArm={{ bend: [-64, -44], end: [-60, 30] }}
      {...person}
    />
  </Scene>
);
