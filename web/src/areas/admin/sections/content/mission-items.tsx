import { useMissionItems, useMoveMissionItem } from "#data/about-items/resource.ts";
import { MissionItemEditor } from "./mission-item-editor.tsx";
import { MissionItemEntry } from "./mission-item-entry.tsx";
import { MISSION_ITEM_FAILURES } from "./mission-item-failures.ts";
import { OrderedRecords } from "./ordered-records.tsx";

export const MissionItems = () => (
  <OrderedRecords
    title="Mission Items"
    panel="about"
    noun="mission item"
    query={useMissionItems()}
    move={useMoveMissionItem()}
    failure={MISSION_ITEM_FAILURES.update}
    nameOf={({ title }) => title}
    hiddenSwitch="Show Deleted"
    Editor={MissionItemEditor}
    renderEntry={(item, work) => <MissionItemEntry item={item} {...work} />}
  />
);
