import { Component, type ReactNode } from "react";
import { logError } from "#lib/log.ts";
import { ErrorState } from "../states.tsx";

export interface SectionBoundaryProps {
  readonly children: ReactNode;
  /** The name of the part of the page, for the log message if that part can't be shown. */
  readonly part?: string;
  readonly fallback?: ReactNode;
  readonly onFailure?: () => void;
}

/** Limits a rendering error, for example from malformed data, to its section of the page. */
export class SectionBoundary extends Component<
  SectionBoundaryProps,
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logError(`A ${this.props.part ?? "section"} could not be shown`, error);
    this.props.onFailure?.();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <ErrorState
        title="We couldn't show this part of the page"
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
