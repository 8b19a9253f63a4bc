import { useId } from "react";

export interface QuiltPatternProps {
  readonly className?: string;
  readonly size?: number;
}

/** A repeated Ohio Star, a traditional American quilt block. Decorative only. */
export const QuiltPattern = ({ className, size = 96 }: QuiltPatternProps) => {
  const id = useId();
  return (
    <svg aria-hidden="true" className={className} width="100%" height="100%">
      <defs>
        <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
          <g transform={`scale(${size / 96})`} fill="currentColor">
            <path d="M40 32h16l-8 8Zm16 24H40l8-8ZM32 40v16l8-8Zm32 16V40l-8 8Z" opacity="0.55" />
            <path d="M32 32h8L32 24Zm24 0h8v-8Zm8 24v8h-8Zm-24 8h-8v-8Z" opacity="0.35" />
            <path d="m48 8 8 24H40Zm0 80-8-24h16ZM8 48l24-8v16Zm80 0-24 8V40Z" />
            <path d="M0 0h8L0 8Zm96 0v8l-8-8ZM0 96v-8l8 8Zm96 0h-8l8-8Z" opacity="0.45" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};
