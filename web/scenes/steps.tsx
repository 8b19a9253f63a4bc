import type { ReactNode } from "react";
import { ink } from "./palette.ts";
import { PlacedGroup, Star, type PlacedProps } from "./objects.tsx";
import { Scene } from "./scene.tsx";

/** The small pictures of a box's steps, which are shown 96 pixels wide. */
export const SMALL_STEP_SIZE = { width: 288, height: 288 } as const;

export const SmallStep = ({
  wall,
  children,
}: {
  readonly wall: string;
  readonly children: ReactNode;
}) => (
  <Scene {...SMALL_STEP_SIZE}>
    <path d="M0 0H288V288H0Z" fill={wall} />
    {children}
  </Scene>
);

const Wheel = ({ x }: { readonly x: number }) => (
  <g>
    <circle cx={x} cy="-34" r="36" fill={ink.night} />
    <circle cx={x} cy="-34" r="15" fill={ink.steel} />
  </g>
);

/** A delivery van that drives to the right and is 400 wide. */
export const Van = (placement: PlacedProps) => (
  <PlacedGroup {...placement}>
    <path d="M-200 -232Q-200 -250 -182 -250H60V-34H-200Z" fill={ink.brick} />
    <path d="M56 -210H118Q140 -210 150 -190L178 -128Q200 -122 200 -100V-34H56Z" fill={ink.brick} />
    <path d="M78 -190H114Q128 -190 134 -178L156 -128H78Z" fill={ink.evening} />
    <path d="M114 -190Q128 -190 134 -178L156 -128H128L100 -190Z" fill="#fff" opacity="0.16" />
    <path d="M-200 -96H200V-78H-200Z" fill={ink.linen} />
    <path d="M60 -250V-34" stroke="#000" strokeWidth="4" opacity="0.12" />
    <path d="M-200 -62H204V-34H-200Z" fill={ink.dusk} />
    <path d="M184 -112H200V-92H184Z" fill={ink.lamp} />
    <Star at={[-76, -172]} size={2.6} color={ink.linen} />
    <Wheel x={-116} />
    <Wheel x={122} />
  </PlacedGroup>
);
