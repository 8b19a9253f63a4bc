import { lazy, Suspense, useState, type ComponentType } from "react";
import { SectionBoundary } from "../messages/section-boundary.tsx";
import { showToast } from "../messages/toast.ts";

const showLoadFailure = () =>
  showToast({
    title: "We couldn't open this",
    description: "Please check your connection, reload the page and try again.",
  });

/**
 * Loads a dialog's code when the dialog is first opened. Keeps the dialog mounted, so that what was entered isn't lost.
 */
export const lazyDialog = <Props extends { readonly open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
) => {
  const LoadedDialog = lazy(async () => ({ default: await load() }));

  const LazyDialog = (props: Props) => {
    const [wasOpened, setWasOpened] = useState(props.open);
    if (props.open && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <SectionBoundary fallback={null} onFailure={showLoadFailure}>
        <Suspense fallback={null}>
          <LoadedDialog {...props} />
        </Suspense>
      </SectionBoundary>
    );
  };
  return Object.assign(LazyDialog, { preload: () => void load() });
};
