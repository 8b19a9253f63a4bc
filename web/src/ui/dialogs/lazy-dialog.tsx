import { lazy, Suspense, useState, type ComponentType } from "react";
import { loadCode } from "#lib/code/load-code.ts";
import { getJustPressedButton } from "#lib/code/pressed-button.ts";
import { SectionBoundary } from "../messages/section-boundary.tsx";
import { showToast } from "../messages/toast.ts";

const showRenderFailure = () => showToast({ title: "We couldn't open this" });

/**
 * Loads a dialog's code when the dialog is first opened. Keeps the dialog mounted, so that what was entered isn't lost.
 */
export const lazyDialog = <Props extends { readonly open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
) => {
  const LoadedDialog = lazy(() => {
    const button = getJustPressedButton();
    return loadCode(async () => ({ default: await load() }), { getButton: () => button });
  });

  const LazyDialog = (props: Props) => {
    const [wasOpened, setWasOpened] = useState(props.open);
    if (props.open && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <SectionBoundary fallback={null} onFailure={showRenderFailure}>
        <Suspense fallback={null}>
          <LoadedDialog {...props} />
        </Suspense>
      </SectionBoundary>
    );
  };
  // If this fails, opening the dialog says so.
  const preload = () => void load().catch(() => undefined);
  return Object.assign(LazyDialog, { preload });
};
