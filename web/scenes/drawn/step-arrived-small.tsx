import { Package } from "../objects.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Glow } from "../scene.tsx";
import { SmallStep } from "../steps.tsx";

/** The last step of a box, small: a service member holds it and laughs. */
export const StepArrivedSmall = () => (
  <SmallStep wall={ink.sand}>
    <path d="M0 0H288L214 60H74Z" fill={ink.oliveLight} />
    <path d="M0 0 74 60 40 288H0ZM288 0 214 60 248 288H288Z" fill={ink.olive} />
    <Glow at={[144, 110]} radius={150} strength={0.7} />
    <PersonDrawing
      at={[144, 324]}
      size={1.18}
      skinColor="tan"
      hairColor="black"
      haircut="bun"
      top={ink.oliveDark}
      mood="laugh"
      turn={0.1}
      farArm={{ bend: [130, -20], end: [62, -58], hand: "grip" }}
      nearArm={{ bend: [-130, -20], end: [-62, -58], hand: "grip" }}
      heldItem={<Package at={[0, -38]} width={118} height={76} />}
    />
  </SmallStep>
);
