import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import {
  useMissionItems,
  useMoveMissionItem,
  type MissionItem,
} from "../../../../data/about-items/resource.ts";
import { SortableList } from "../../../../kit/sortable-list.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CheckField } from "../../../../ui/check-field.tsx";
import { EmptyState } from "../../../../ui/states.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { QueryStates } from "../../query-states.tsx";
import { MissionItemEditor } from "./mission-item-editor.tsx";
import { MissionItemEntry } from "./mission-item-entry.tsx";
import { MISSION_ITEM_FAILURES } from "./mission-item-failures.ts";

const NEW = "new";

interface OrderedItemsProps {
  readonly items: readonly MissionItem[];
  /** Of which these are shown. */
  readonly shown: readonly MissionItem[];
  readonly edited: string;
  readonly onEdit: (id: string) => void;
  readonly onDone: () => void;
}

const OrderedItems = ({ items, shown, edited, onEdit, onDone }: OrderedItemsProps) => {
  const { mutate } = useMoveMissionItem();
  const tell = (error: Error) =>
    tellFailure("The mission item could not be moved", error, MISSION_ITEM_FAILURES.update);
  if (shown.length === 0) return <EmptyState title="No mission items yet" />;
  return (
    <SortableList
      label="Mission items"
      items={shown}
      nameOf={({ title }) => title}
      open={edited}
      onMove={({ id }, to) => mutate({ id, order: items.indexOf(to) + 1 }, { onError: tell })}
    >
      {(item) =>
        edited === item.id ? (
          <MissionItemEditor record={item} onDone={onDone} />
        ) : (
          <MissionItemEntry item={item} onEdit={() => onEdit(item.id)} onDone={onDone} />
        )
      }
    </SortableList>
  );
};

/** What stands beside the mission's text, in the order that visitors see. */
export const MissionItems = () => {
  const query = useMissionItems();
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [edited, setEdited] = useState("");
  const section = useRef<HTMLElement>(null);
  const done = () => {
    setEdited("");
    section.current?.focus();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="mission-items-title"
      className="border-base-300 mt-6 border-t pt-6 outline-none"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 id="mission-items-title" className="text-title font-semibold">
          Mission Items
        </h3>
        <CheckField
          role="switch"
          aria-checked={showsDeleted}
          label="Show Deleted"
          checked={showsDeleted}
          onValue={setShowsDeleted}
        />
      </div>
      {edited === NEW ? (
        <div className="border-base-300 mb-4 rounded-xl border p-4">
          <MissionItemEditor record={null} onDone={done} />
        </div>
      ) : (
        <Button className="mb-4" look="outline" onClick={() => setEdited(NEW)}>
          <Plus aria-hidden="true" size={18} />
          Add mission item
        </Button>
      )}
      <QueryStates query={query} what="the mission items">
        {(items) => (
          <OrderedItems
            items={items}
            shown={showsDeleted ? items : items.filter(({ isActive }) => isActive)}
            edited={edited}
            onEdit={setEdited}
            onDone={done}
          />
        )}
      </QueryStates>
    </section>
  );
};
