import { ink } from "../palette.ts";
import { Glow, Scene } from "../scene.tsx";
import { Van } from "../steps.tsx";

const TREES = [
  [90, 640, 1],
  [200, 656, 0.8],
  [1130, 626, 0.9],
  [1260, 640, 1.15],
  [1380, 634, 0.85],
] as const;

const Cloud = ({
  x,
  y,
  size,
}: {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}) => (
  <path
    transform={`translate(${x} ${y}) scale(${size})`}
    d="M-110 0Q-140 0 -138 -26Q-134 -50 -104 -46Q-92 -86 -50 -80Q-22 -112 18 -88Q56 -96 66 -60Q108 -66 116 -32Q120 0 92 0Z"
    fill={ink.cream}
    opacity="0.55"
  />
);

/** The third step of a box: a van carries it through the hills at dawn. */
export const StepOnItsWay = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#dawn-sky)" />
    <circle cx="1090" cy="430" r="92" fill="#fff0c4" />
    <Glow at={[1090, 430]} radius={520} strength={0.9} />
    <Cloud x={330} y={230} size={1.3} />
    <Cloud x={860} y={170} size={0.9} />
    <path d="M0 500Q220 380 470 470T920 440T1440 420V960H0Z" fill={ink.haze} />
    <path d="M0 590Q300 480 640 560T1440 510V960H0Z" fill={ink.sage} />
    <path d="M0 660Q420 600 800 640T1440 620V960H0Z" fill={ink.pine} />
    {TREES.map(([x, y, size]) => (
      <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
        <path d="M-8 0H8V44H-8Z" fill={ink.woodDark} />
        <path d="M0 -170 56 10H-56Z" fill={ink.pineDark} />
      </g>
    ))}
    <path d="M0 744H1440V960H0Z" fill={ink.slate} />
    <path d="M0 744H1440V760H0Z" fill={ink.sand} opacity="0.7" />
    <path d="M40 872H1440" stroke={ink.sand} strokeWidth="14" strokeDasharray="170 120" />
    <ellipse cx="640" cy="826" rx="400" ry="22" fill="#000" opacity="0.22" />
    <Van at={[640, 826]} size={1.85} />
    <path
      d="M70 560H190M20 640H170M110 720H210"
      stroke={ink.cream}
      strokeWidth="10"
      strokeLinecap="round"
      opacity="0.7"
    />
    <path d="M0 800H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
