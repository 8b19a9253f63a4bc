import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { useState, type ReactNode } from "react";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";

interface WithId {
  readonly id: string;
}

export interface SortableListProps<Item extends WithId> {
  /** Plural name of the items, such as "Mission items". */
  readonly label: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  /** The id of the item that is being edited, which can't be moved. */
  readonly openItemId: string;
  /** Moves `item` to the position of `target`. */
  readonly onMove: (item: Item, target: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

/** Turns off dnd-kit's announcements. Each completed move is announced below. */
const SILENT_ACCESSIBILITY = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: "" },
};

/** A list that users sort by dragging, or with buttons for keyboards and touchscreens. */
export const SortableList = <Item extends WithId>(props: SortableListProps<Item>) => {
  const { label, items, nameOf, openItemId, onMove, children } = props;
  const [announcement, setAnnouncement] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const findItemIndex = (id: unknown) => items.findIndex((item) => item.id === id);
  const move = (fromIndex: number, toIndex: number) => {
    const [item, target] = [items[fromIndex], items[toIndex]];
    if (!item || !target || item === target) return;
    onMove(item, target);
    setAnnouncement(`${nameOf(item)} is now ${toIndex + 1} of ${items.length}.`);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={SILENT_ACCESSIBILITY}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={({ active, over }) =>
        over && move(findItemIndex(active.id), findItemIndex(over.id))
      }
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="grid gap-3">
          {items.map((item, index) => (
            <SortableItem
              key={item.id}
              id={item.id}
              name={nameOf(item)}
              isOpen={item.id === openItemId}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onStep={(step) => move(index, index + step)}
            >
              {children(item)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
      <output className="sr-only">{announcement}</output>
    </DndContext>
  );
};

interface SortableItemProps extends WithId {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onStep: (step: -1 | 1) => void;
  readonly children: ReactNode;
}

const SortableItem = ({ id, isOpen, children, ...buttonProps }: SortableItemProps) => {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      data-row={id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(
        "bg-base-100 border-base-300 flex items-start gap-2 rounded-xl border p-3 motion-reduce:transition-none!",
        isDragging && "relative z-10 shadow-lg",
      )}
    >
      {!isOpen && (
        <span
          ref={setActivatorNodeRef}
          {...listeners}
          aria-hidden="true"
          className="quiet flex h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center active:cursor-grabbing sm:w-11"
        >
          <GripVertical size={20} />
        </span>
      )}
      <div className="min-w-0 flex-1">{children}</div>
      {!isOpen && <MoveButtons {...buttonProps} />}
    </li>
  );
};

/** Uses `aria-disabled`, so that a button keeps the focus when its item reaches the first or last position. */
const MoveButtons = ({
  name,
  isFirst,
  isLast,
  onStep,
}: Pick<SortableItemProps, "name" | "isFirst" | "isLast" | "onStep">) => (
  <div className="flex shrink-0 max-sm:flex-col">
    <IconButton
      label={`Move ${name} up`}
      aria-disabled={isFirst}
      className={cx(isFirst && "opacity-40")}
      onClick={() => onStep(-1)}
    >
      <ArrowUp aria-hidden="true" size={18} />
    </IconButton>
    <IconButton
      label={`Move ${name} down`}
      aria-disabled={isLast}
      className={cx(isLast && "opacity-40")}
      onClick={() => onStep(1)}
    >
      <ArrowDown aria-hidden="true" size={18} />
    </IconButton>
  </div>
);
