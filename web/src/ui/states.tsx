import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";

export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx("skeleton block rounded-lg", className)} />
);

export interface LoadingProps {
  /** The accessible name, such as "Loading the text". */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

const NO_SCRIPT_TEXT = "Turn on JavaScript to see this part of the page.";

/** Skeletons with an accessible name. Without JavaScript they would stay forever, so a message is shown instead. */
export const Loading = ({ label, className, children }: LoadingProps) => (
  <>
    <div aria-busy="true" className={cx("needs-script", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
    {/* In a browser, React never renders what is inside, so the condition keeps it out of the scripts. */}
    <noscript>{import.meta.env.SSR && <p className="quiet">{NO_SCRIPT_TEXT}</p>}</noscript>
  </>
);

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="border-base-300 rounded-box flex flex-col items-center border border-dashed px-6 py-10 text-center">
    {icon && <span className="quiet mb-3">{icon}</span>}
    <p className="font-semibold">{title}</p>
    {children && <p className="quiet mt-1 max-w-md text-sm">{children}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);

export interface ErrorStateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

export const ErrorState = ({ title, children, onRetry, isRetrying }: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      title={title}
      action={
        onRetry && (
          <Button variant="outline" size="sm" onClick={onRetry} busy={isRetrying}>
            {!isRetrying && <RefreshCw aria-hidden="true" size={16} />}
            Try again
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  </div>
);

export const Spinner = ({ label }: { readonly label: string }) => (
  <output className="flex min-h-48 items-center justify-center">
    <span className="loading loading-spinner loading-lg text-primary" aria-hidden="true" />
    <span className="sr-only">{label}</span>
  </output>
);
