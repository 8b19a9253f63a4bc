import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { NightSky, Quilt } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Heart, Lantern, Letter, Package } from "../objects.tsx";

/**
 * Says thank you: three people on a hill wave under the stars, and a child holds up a letter. A package and a lantern
 * are in front of them.
 */
export const ThankYouScene = () => (
  <Scene width={1440} height={960}>
    <NightSky width={1440} height={960} count={90} />
    <path d="M0 700C320 560 620 560 800 600S1240 640 1440 580V960H0Z" fill="#2b3c66" />
    <path d="M0 800C300 690 560 690 740 716S1180 760 1440 700V960H0Z" fill="#3b4a3c" />
    <Glow at={[740, 720]} radius={620} strength={1} />
    <PersonDrawing
      at={[396, 570]}
      size={1.3}
      skinColor="brown"
      hairColor="black"
      haircut="bun"
      top={ink.olive}
      bottom={ink.oliveDark}
      shoes={ink.kraftDark}
      outfit="uniform"
      legs={uprightLegs}
      turn={0.4}
      mood="laugh"
      farArm={{ bend: [90, -40], end: [66, -6] }}
      nearArm={{ bend: [-110, -110], end: [-84, -204], hand: "open" }}
    />
    <PersonDrawing
      at={[1066, 570]}
      size={1.3}
      isMirrored
      skinColor="fair"
      hairColor="white"
      haircut="cap"
      hatColor={ink.evening}
      top={ink.brick}
      outfit="cardigan"
      bottom={ink.kraftDeep}
      legs={uprightLegs}
      turn={0.4}
      brows="raised"
      farArm={{ bend: [110, -110], end: [88, -204], hand: "open" }}
      nearArm={{ bend: [-90, -50], end: [-54, 2] }}
    />
    <PersonDrawing
      at={[830, 690]}
      size={0.94}
      headSize={1.42}
      isMirrored
      skinColor="tan"
      hairColor="brown"
      haircut="knit"
      hatColor={ink.evening}
      top={ink.brass}
      bottom={ink.evening}
      legs={[
        { bend: [-16, 56], end: [-18, 104] },
        { bend: [18, 56], end: [20, 106] },
      ]}
      mood="laugh"
      brows="raised"
      turn={0.3}
      farArm={{ bend: [110, -60], end: [42, -34], hand: "grip" }}
      nearArm={{ bend: [-110, -60], end: [-44, -30], hand: "grip" }}
      heldItem={<Letter at={[0, -60]} turn={-5} width={84} height={74} hasHeart />}
    />
    <PersonDrawing
      at={[640, 590]}
      size={1.3}
      skinColor="tan"
      hairColor="chestnut"
      haircut="long"
      top={ink.pine}
      bottom={ink.night}
      legs={uprightLegs}
      turn={0.4}
      tilt={4}
      gaze={[0.9, 0.7]}
      brows="tender"
      farArm={{ bend: [110, -60], end: [116, -12] }}
      nearArm={{ bend: [-110, -110], end: [-84, -200], hand: "open" }}
    />
    <Package at={[240, 846]} size={1.3} />
    <Quilt at={[162, 736]} columns={6} rows={1} patchSize={26} />
    <Glow at={[768, 868]} radius={150} strength={0.8} />
    <Lantern at={[768, 922]} size={1.15} />
    <Heart at={[560, 250]} size={1.3} turn={-14} />
    <Heart at={[900, 240]} size={1} turn={12} />
    <path d="M0 800H1440V960H0Z" fill="url(#shade)" opacity="0.7" />
  </Scene>
);
