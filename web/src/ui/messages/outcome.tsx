import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, type ReactNode } from "react";

export interface OutcomeProps {
  readonly tone: "success" | "error";
  readonly title: string;
  readonly text: ReactNode;
  /** Shown instead of the icon. */
  readonly picture?: ReactNode;
  /** Additional text below, such as what happens next. */
  readonly details?: ReactNode;
  /** One level below the heading around it. In a dialog, that heading is an h2. */
  readonly heading?: "h2" | "h3";
  /** Buttons with the next steps. */
  readonly children: ReactNode;
}

/** Shown in place of a form after it was sent, and gets the focus. */
export const Outcome = ({
  tone,
  title,
  text,
  picture,
  details,
  heading: Heading = "h3",
  children,
}: OutcomeProps) => {
  const panelRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Focusing the heading without `preventScroll` would scroll past the picture above it. A dialog may still be scrolled
  // to the end of its form.
  useEffect(() => {
    headingRef.current?.focus({ preventScroll: true });
    const panel = panelRef.current;
    panel?.scrollIntoView({ block: panel.closest("dialog") ? "start" : "nearest" });
  }, []);
  const isSuccess = tone === "success";
  const Icon = isSuccess ? CircleCheck : CircleAlert;
  return (
    <div
      ref={panelRef}
      role={isSuccess ? undefined : "alert"}
      className="flex flex-col items-center py-8 text-center"
    >
      {picture || (
        <Icon aria-hidden="true" size={44} className={isSuccess ? "text-success" : "text-error"} />
      )}
      <Heading
        ref={headingRef}
        tabIndex={-1}
        className="font-display mt-4 text-2xl font-semibold outline-none"
      >
        {title}
      </Heading>
      <p className="quiet mt-2 max-w-sm">{text}</p>
      {details && <div className="mt-6 w-full max-w-sm text-left">{details}</div>}
      <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
};
