import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { cx } from "./class-names.ts";

type Variant = "primary" | "action" | "outline" | "ghost" | "danger";
type Size = "sm" | "md" | "lg";

const VARIANT_CLASSES: Record<Variant, string> = {
  primary: "btn-primary",
  action: "btn-secondary",
  outline: "btn-outline",
  ghost: "btn-ghost",
  danger: "btn-error",
};
const SIZE_CLASSES: Record<Size, string> = { sm: "btn-sm", md: "", lg: "btn-lg" };

interface VariantProps {
  readonly variant?: Variant;
  readonly size?: Size;
  readonly wide?: boolean;
}

const buttonClasses = (
  { variant = "primary", size = "md", wide }: VariantProps,
  className?: string,
) =>
  cx(
    "btn font-semibold",
    VARIANT_CLASSES[variant],
    SIZE_CLASSES[size],
    wide && "w-full",
    className,
  );

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, VariantProps {
  /** Shows a spinner and ignores clicks while an action is running. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const Button = ({
  variant,
  size,
  wide,
  busy,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={busy || rest.disabled}
    aria-busy={busy || undefined}
    className={buttonClasses({ variant, size, wide }, className)}
  >
    {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
    {children}
  </button>
);

export interface LinkButtonProps extends LinkProps, VariantProps {
  readonly children: ReactNode;
}

export const LinkButton = ({ variant, size, wide, className, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={buttonClasses({ variant, size, wide }, className)} />
);

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The button's accessible name. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={cx("btn btn-ghost btn-square", className)}
  />
);
