import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import type { OwnHighlight } from "#data/volunteer-highlights/queries.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { IconButton } from "#ui/button.tsx";
import { OwnPicture } from "./own-picture.tsx";

export interface OwnHighlightItemProps {
  readonly volunteerId: string;
  readonly highlight: OwnHighlight;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export const OwnHighlightItem = ({
  volunteerId,
  highlight,
  onEdit,
  onDelete,
}: OwnHighlightItemProps) => {
  const { title, message, imageUrl, isPublished, createdAt } = highlight;
  return (
    <li className="flex gap-3 py-3.5">
      <OwnPicture
        volunteerId={volunteerId}
        highlight={highlight}
        className="bg-base-200 size-16 shrink-0 rounded-lg object-cover"
      />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        <p className="quiet line-clamp-3 text-sm whitespace-pre-line wrap-anywhere">{message}</p>
        <p className="quiet mt-1 text-xs">
          {isPublished ? "Published" : "Waiting for review"} · <ShortDate moment={createdAt} />
          {!isPublished && imageUrl && " · with a picture"}
        </p>
      </div>
      <div className="-mr-2 flex shrink-0 flex-col sm:flex-row">
        <IconButton label={`Edit ${title}`} aria-haspopup="dialog" onClick={onEdit}>
          <Pencil aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label={`Delete ${title}`} aria-haspopup="dialog" onClick={onDelete}>
          <Trash aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </li>
  );
};
