const readPairs = (text: string): readonly (readonly [name: string, typed: string])[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", typed = ""] = line.split(" | ");
      return [name, typed] as const;
    });

/** Names, and how people type them who look for them: without accents and apostrophes, in one word or in several, or turned. */
export const MISSPELLED_NAMES = readPairs(`
Sinéad O’Connor | Sinead OConnor
Sinéad O'Connor | o’connor sinead
Conor O’Neill | O'Neill
Conor O’Neill | ONeill
Conor O’Neill | O Neill
Conor O’Neill | conor o neill
Tomás Ó Criomhthain | Tomas OCriomhthain
Máire Ní Bhriain | maire ni bhriain
José Núñez | Jose Nunez
José Núñez | NUNEZ, JOSE
Jose\u0301 Nu\u0301n\u0303ez | José Núñez
María Peña | maria pena
Íñigo Ibáñez | Inigo Ibanez
Ángel Muñoz | angel munoz
Agustín Güemes | Agustin Guemes
Maria de los Ángeles | de los Angeles
José María de la Cruz y Ruiz | Delacruz
Ana Delacruz | de la Cruz
Lucas dos Santos | DosSantos
Ana do Rosário | ana do rosario
João Gonçalves | Joao Goncalves
Antônio Conceição | Antonio Conceicao
Aleksander Żak | Zak
Łukasz Żółć | Lukasz Zolc
Zbigniew Święcicki | Swiecicki
Stanisław Wójcik | Stanislaw Wojcik
Małgorzata Dąbrowska | Malgorzata Dabrowska
Čeněk Šťastný | Cenek Stastny
Jiří Dvořák | Jiri Dvorak
Růžena Křížová | Ruzena Krizova
Ľubomír Ďurica | Lubomir Durica
Erzsébet Szőke | Erzsebet Szoke
Győző Hűvös | Gyozo Huvos
Ștefan Țepeș | Stefan Tepes
Şerban Ţiriac | serban tiriac
Đorđe Đoković | Dorde Dokovic
Željko Šarić | Zeljko Saric
Günther Müller | Gunther Muller
Jörg Weiß | Jorg Weiss
Jörg Weiss | Weiß
Anke Großmann | grossmann anke
Björk Guðmundsdóttir | Bjork Gudmundsdottir
Þórður Þráinsson | Thordur Thrainsson
Ødegård Åse | Odegard Ase
Søren Kjærsgaard | Soren Kjaersgaard
Håkon Sæther | Hakon Saether
Märta Åkerström | Marta Akerstrom
Väinö Mäkelä | Vaino Makela
Õnne Tüür | Onne Tuur
Jānis Bērziņš | Janis Berzins
Ģirts Ķēniņš | Girts Kenins
Žygimantas Šimkus | Zygimantas Simkus
İbrahim Çağlar | Ibrahim Caglar
Gülşen Öztürk | Gulsen Ozturk
Işıl Yıldız | Isil Yildiz
Əli Məmmədov | Eli Memmedov
François Lefèvre | Francois Lefevre
Hélène Bœuf | Helene Boeuf
Zoë Brontë | Zoe Bronte
Loïc Le Goff | Loic LeGoff
Gabriele d’Annunzio | dannunzio
Gabriele D'Annunzio | D Annunzio
Jean-Luc Picard | Jean Luc Picard
Jean-Luc Picard | JeanLuc
Anne-Marie Duff | Annemarie Duff
Anne Marie Duff | Anne-Marie
Annemarie Duff | Anne Marie
Mary-Kate O'Hara-Smith | OHara Smith
Mary‑Kate O’Hara‑Smith | Mary-Kate O'Hara-Smith
Lloyd-George | Lloyd George
Ludwig van Beethoven | VanBeethoven
J. van der Berg | Vanderberg
Otto von Bismarck | vonBismarck
Ronald Mc Donald | McDonald
Ronald McDonald | Mc Donald
Kaʻimi Nuʻuanu | Kaimi Nuuanu
Ka'imi Nu'uanu | Kaʻimi
De'Andre Hunter | DeAndre
Ta'Quan Ellis | Taquan
Ngũgĩ wa Thiong'o | Ngugi wa Thiongo
Ọlá Ṣóyínká | Ola Soyinka
Kwabena Ɔfɔri | Kwabena Ofori
Nguyễn Thị Minh Khai | Nguyen Thi Minh Khai
Trần Văn Bảy | Tran Van Bay
Đặng Hữu Phước | Dang Huu Phuoc
Abd al-Rahman | Abd alRahman
Abd al-Rahman | Abdal Rahman
Al-Amin | alamin
أحمد الهاشمي | احمد الهاشمي
فاطمة علي | فاطمه علي
Ёлкин Фёдор | Елкин Федор
Сергій Ґонґадзе | Гонгадзе
Παπαδόπουλος Γιώργος | ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΙΩΡΓΟΣ
Γιώργος Παπανδρέου | Παπανδρεου
山田 太郎 | 山田太郎
ジョン・スミス | ジョンスミス
김 민준 | 김민준
Dr. Mary Edwards Walker | walker mary
St. John Philby | St John Philby
J.R.R. Tolkien | Tolkien J R R
Jennifer 8. Lee | Lee Jennifer
ＡＮＮ ＬＥＥ | Ann Lee
Ray "Doc" Ott | Ray “Doc” Ott
Zoë O'Brien-St. John | Zoe OBrien
Thomas Smith-Jones | Jones Smith
`);
