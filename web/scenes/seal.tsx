import { ink } from "./palette.ts";
import { Scene } from "./scene.tsx";
import { Star } from "./objects.tsx";

export const SEAL_SIZE = { width: 240, height: 240 } as const;

/** An invented seal, because the real ones belong to the evaluators that award them. */
export const Seal = ({ color, rim }: { readonly color: string; readonly rim: string }) => (
  <Scene {...SEAL_SIZE}>
    <path d="M0 0H240V240H0Z" fill="#fff" />
    <path d="M74 138 52 232 98 212 120 236 142 212 188 232 166 138Z" fill={rim} />
    {Array.from({ length: 12 }, (_, index) => (
      <circle
        key={`${index * 30}°`}
        cx={120 + 78 * Math.cos((index * Math.PI) / 6)}
        cy={104 + 78 * Math.sin((index * Math.PI) / 6)}
        r="22"
        fill={color}
      />
    ))}
    <circle cx="120" cy="104" r="80" fill={color} />
    <circle cx="120" cy="104" r="66" fill="none" stroke={ink.cream} strokeWidth="4" />
    <Star at={[120, 104]} size={2.4} color={ink.cream} />
  </Scene>
);
