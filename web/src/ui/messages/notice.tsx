import CircleAlert from "lucide-react/icons/circle-alert";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

export interface NoticeProps {
  readonly tone: "info" | "error";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** A message within the page. Screen readers announce errors immediately. */
export const Notice = ({ tone, title, children }: NoticeProps) => {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={cx(
        "flex items-start gap-3 rounded-xl border px-4 py-3 text-sm",
        tone === "error" ? "border-error/40 bg-error/10" : "border-accent/50 bg-accent/15",
      )}
    >
      <Icon
        aria-hidden="true"
        size={18}
        className={cx("mt-px shrink-0", tone === "error" && "text-error")}
      />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? "mt-0.5" : undefined}>{children}</div>}
      </div>
    </div>
  );
};
