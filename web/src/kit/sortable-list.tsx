import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { useState, type ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";

interface Row {
  readonly id: string;
}

export interface SortableListProps<Item extends Row> {
  /** What they are: "Mission items". */
  readonly label: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  /** The id of the one that is being edited: it needs the room, and stays where it is. */
  readonly open: string;
  /** The item takes the place of the other one. */
  readonly onMove: (item: Item, to: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

/** Each move is told below, however it was made; of the way there nothing is. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: "" },
};

/** A list in an order of one's own: by dragging, and by buttons for keyboards and for those who cannot drag. */
export const SortableList = <Item extends Row>(props: SortableListProps<Item>) => {
  const { label, items, nameOf, open, onMove, children } = props;
  const [told, setTold] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const move = (from: number, place: number) => {
    const [item, to] = [items[from], items[place]];
    if (!item || !to || item === to) return;
    onMove(item, to);
    setTold(`${nameOf(item)} is now ${place + 1} of ${items.length}.`);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={SILENT}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={({ active, over }) => over && move(placeOf(active.id), placeOf(over.id))}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="grid gap-3">
          {items.map((item, place) => (
            <SortableItem
              key={item.id}
              id={item.id}
              name={nameOf(item)}
              isOpen={item.id === open}
              isFirst={place === 0}
              isLast={place === items.length - 1}
              onStep={(step) => move(place, place + step)}
            >
              {children(item)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
      <output className="sr-only">{told}</output>
    </DndContext>
  );
};

interface SortableItemProps extends Row {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onStep: (step: -1 | 1) => void;
  readonly children: ReactNode;
}

const SortableItem = ({ id, isOpen, children, ...steps }: SortableItemProps) => {
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
      {!isOpen && <Steps {...steps} />}
    </li>
  );
};

/** A button that leads nowhere keeps the focus: whoever has moved an item to an end goes on from there. */
const Steps = ({
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
