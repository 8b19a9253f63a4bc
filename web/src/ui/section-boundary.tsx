import { Component, type ReactNode } from "react";
import { logFailure } from "../lib/log.ts";
import { ErrorState } from "./states.tsx";

export interface SectionBoundaryProps {
  readonly children: ReactNode;
  readonly fallback?: ReactNode;
  readonly onFailure?: () => void;
}

/** Data that is not what it should be costs one section, not the page. */
export class SectionBoundary extends Component<
  SectionBoundaryProps,
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logFailure("A section could not be shown", error);
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
