import ImageOff from "lucide-react/icons/image-off";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { needsMissionText, type PicturePlace } from "./places.ts";

const Thumbnail = ({ src }: { readonly src: string | null }) =>
  src === null ? (
    <div className="border-base-300 quiet flex aspect-3/2 flex-col items-center justify-center gap-1 rounded-lg border border-dashed text-center text-xs">
      <ImageOff aria-hidden="true" size={20} />
      No picture yet
    </div>
  ) : (
    <Picture
      src={src}
      alt=""
      sizes="11rem"
      className="bg-base-200 aspect-3/2 w-full rounded-lg object-cover"
    />
  );

const AltTextNote = ({ place: { imageUrl, imageAlt } }: { readonly place: PicturePlace }) => {
  if (imageUrl === null) return null;
  return imageAlt ? (
    <p className="quiet">Alt text: {imageAlt}</p>
  ) : (
    <p className="font-medium">No alt text yet</p>
  );
};

export interface PlaceEntryProps {
  readonly place: PicturePlace;
  readonly onEdit: () => void;
}

export const PlaceEntry = ({ place, onEdit }: PlaceEntryProps) => {
  const { label, description, imageUrl, programText } = place;
  const verb = imageUrl === null ? "Add" : "Change";
  return (
    <div className="grid grid-cols-[6.5rem_1fr] items-start gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr] sm:grid-rows-[auto_1fr]">
      <div className="sm:row-span-2">
        <Thumbnail src={imageUrl} />
      </div>
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 sm:flex-1">
          <h4 className="font-semibold">{label}</h4>
          <p className="quiet text-sm">{description}</p>
        </div>
        {!needsMissionText(place) && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${verb} the picture for ${label}`}
            onClick={onEdit}
          >
            {verb}
          </Button>
        )}
      </div>
      <div className="min-w-0 text-sm wrap-anywhere max-sm:col-span-2">
        {programText !== undefined && <p>{programText ?? "No description yet"}</p>}
        <AltTextNote place={place} />
        {needsMissionText(place) && (
          <p className="quiet">Write the mission first, under About Management.</p>
        )}
      </div>
    </div>
  );
};
