import Ellipsis from "lucide-react/icons/ellipsis";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { Link, type LinkProps } from "react-router-dom";
import { Button, IconButton, type ButtonProps } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";

interface OpenMenu {
  /** Null until the menu is in the document. */
  readonly panel: HTMLElement | null;
  readonly close: () => void;
  /** Makes the menu's button show that an action is running. Returns a function to call when the action has ended. */
  readonly startWork: () => () => void;
}

/** Null for actions that aren't in a menu. */
const MenuContext = createContext<OpenMenu | null>(null);

const GAP_PX = 4;

const findItems = (panel: HTMLElement) => [
  ...panel.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)"),
];

/** Returns the menu item that the pressed key moves the focus to. */
const findTarget = (key: string, items: readonly HTMLElement[]): HTMLElement | undefined => {
  const index = items.indexOf(document.activeElement as HTMLElement);
  if (key === "ArrowDown") return items[(index + 1) % items.length];
  if (key === "ArrowUp") return items.at(index - 1);
  if (key === "Home") return items[0];
  return key === "End" ? items.at(-1) : undefined;
};

/**
 * Places the menu below its button, or above the button if there is more room. The menu stays in the window even if the
 * button is outside, because users couldn't scroll to a menu outside the window.
 */
const positionPanel = (panel: HTMLElement, button: HTMLElement): void => {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const height = panel.offsetHeight;
  const isBelow = bottom + GAP_PX + height <= clientHeight || top < clientHeight / 2;
  const y = isBelow ? bottom + GAP_PX : top - GAP_PX - height;
  panel.style.right = `${clientWidth - right}px`;
  panel.style.top = `${Math.max(GAP_PX, Math.min(y, clientHeight - height - GAP_PX))}px`;
};

/** Keeps the open menu next to its button, focuses its first item, and reports presses outside the menu. */
const useOpenPanel = (
  panel: HTMLElement | null,
  buttonRef: { readonly current: HTMLElement | null },
  onPressOutside: () => void,
) => {
  const handlePressOutside = useEffectEvent(onPressOutside);
  useLayoutEffect(() => {
    const button = buttonRef.current;
    if (!panel || !button) return undefined;
    positionPanel(panel, button);
    findItems(panel)[0]?.focus({ preventScroll: true });
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !panel.contains(target) && !button.contains(target))
        handlePressOutside();
    };
    const followButton = () => positionPanel(panel, button);
    document.addEventListener("pointerdown", onPointerDown, { capture: true });
    document.addEventListener("scroll", followButton, { capture: true });
    window.addEventListener("resize", followButton);
    // When the list's rows change, the button moves without a scroll event.
    const observer = new ResizeObserver(followButton);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      document.removeEventListener("pointerdown", onPointerDown, { capture: true });
      document.removeEventListener("scroll", followButton, { capture: true });
      window.removeEventListener("resize", followButton);
    };
  }, [panel, buttonRef]);
};

/**
 * Counts the running actions. The menu's button shows that they are running, because choosing an action closes the
 * menu.
 */
const useWork = () => {
  const [runningCount, setRunningCount] = useState(0);
  const startWork = useCallback(() => {
    setRunningCount((count) => count + 1);
    return () => setRunningCount((count) => count - 1);
  }, []);
  return { isWorking: runningCount > 0, startWork };
};

export interface RowMenuProps {
  /** The row's name. For the menu of a whole list, the plural name of its rows. */
  readonly name: string;
  readonly size?: "sm" | "md";
  /** `RowAction`s, or components that render them. */
  readonly children: ReactNode;
}

/**
 * A menu with the actions of a row that don't need to be separate buttons. The actions stay mounted while the menu is
 * closed, because they render the dialogs that they open.
 */
export const RowMenu = ({ name, size = "sm", children }: RowMenuProps) => {
  /**
   * The element that the open menu is rendered in. It's the landmark around the list, because the list itself may be
   * shorter than the menu.
   */
  const [host, setHost] = useState<Element | null>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    buttonRef.current?.focus({ preventScroll: true });
    setHost(null);
  }, []);
  const isOpen = host !== null;
  const open = () => setHost(buttonRef.current?.closest("main, dialog") ?? document.body);
  const { isWorking, startWork } = useWork();
  const menu = useMemo(
    () => ({ panel: isOpen ? panel : null, close, startWork }),
    [isOpen, panel, close, startWork],
  );
  useOpenPanel(panel, buttonRef, () => setHost(null));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!panel) return;
    event.stopPropagation();
    // Once the menu is closed, Tab moves on from its button.
    if (event.key === "Escape" || event.key === "Tab") close();
    const target = findTarget(event.key, findItems(panel));
    target?.focus();
    if (target || event.key === "Escape") event.preventDefault();
  };
  const label = `More for ${name}`;
  return (
    <>
      <IconButton
        ref={buttonRef}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isWorking || undefined}
        className={size === "sm" ? "btn-sm max-sm:min-h-11 max-sm:min-w-11" : "btn-outline"}
        onClick={() => (isOpen ? setHost(null) : open())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          open();
        }}
      >
        {isWorking ? (
          <span className="loading loading-spinner loading-sm" aria-hidden="true" />
        ) : (
          <Ellipsis aria-hidden="true" size={18} />
        )}
      </IconButton>
      {host &&
        createPortal(
          <div
            ref={setPanel}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className="bg-base-100 border-base-300 rounded-box shadow-lift fixed z-40 grid max-w-[calc(100vw-1rem)] min-w-44 border p-1 text-left"
            onKeyDown={onKeyDown}
          />,
          host,
        )}
      <MenuContext value={menu}>{children}</MenuContext>
    </>
  );
};

const ITEM_CLASS =
  "hover:bg-base-200 focus:bg-base-200 flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-lg px-3 text-left disabled:opacity-50";

export interface RowActionProps extends ButtonProps {
  readonly onClick: () => void;
}

/** An inconspicuous button in a row, or an item in the row's menu. */
export const RowAction = ({
  variant = "outline",
  size = "sm",
  wide,
  busy,
  className,
  onClick,
  ...rest
}: RowActionProps) => {
  const menu = use(MenuContext);
  const startWork = menu?.startWork;
  useEffect(() => (busy ? startWork?.() : undefined), [busy, startWork]);
  if (!menu) {
    const look = { variant, size, wide, busy, className };
    return <Button {...rest} {...look} onClick={onClick} />;
  }
  return (
    menu.panel &&
    createPortal(
      <button
        type="button"
        {...rest}
        role="menuitem"
        tabIndex={-1}
        disabled={busy || rest.disabled}
        className={cx(ITEM_CLASS, className)}
        onClick={() => {
          menu.close();
          onClick();
        }}
      />,
      menu.panel,
    )
  );
};

/** A link that looks like a button in a row, or an item in the row's menu. */
export const RowLink = (props: LinkProps) => {
  const menu = use(MenuContext);
  if (!menu) return <Link {...props} className="btn btn-outline btn-sm font-semibold" />;
  return (
    menu.panel &&
    createPortal(
      <Link
        {...props}
        role="menuitem"
        tabIndex={-1}
        className={ITEM_CLASS}
        onClick={() => menu.close()}
      />,
      menu.panel,
    )
  );
};
