import { missionItems, type MissionItem } from "#data/about-items/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { MISSION_ITEM_FAILURES } from "./mission-item-failures.ts";

export interface MissionItemEntryProps {
  readonly item: MissionItem;
  readonly onEdit: () => void;
}

export const MissionItemEntry = ({ item, onEdit }: MissionItemEntryProps) => {
  const { id, title, description, isActive, updatedAt } = item;
  return (
    <>
      <h4 className="font-semibold wrap-anywhere">
        {title}
        {!isActive && <Badge className="ml-2">Deleted</Badge>}
      </h4>
      <p className="quiet mt-0.5 line-clamp-3 text-sm whitespace-pre-line wrap-anywhere">
        {description}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <RowMenu name={title}>
          {isActive ? (
            <DeleteButton
              noun="mission item"
              resource={missionItems}
              question="Visitors will no longer see it. To bring it back, turn on Show Deleted."
              record={{ id, updatedAt }}
              name={title}
              texts={{ success: `${title} was deleted`, failure: MISSION_ITEM_FAILURES.remove }}
            />
          ) : (
            <StatusButton
              label="Restore"
              name={title}
              resource={missionItems}
              changes={[{ id, changes: { isActive: true, updatedAt } }]}
              texts={{ success: `${title} was restored`, failure: MISSION_ITEM_FAILURES.update }}
            />
          )}
        </RowMenu>
      </div>
    </>
  );
};
