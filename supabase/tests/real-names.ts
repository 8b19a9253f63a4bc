const listLines = (text: string): readonly string[] => text.trim().split("\n");

/** Names as people type them, by what makes a name look like a link or a phone number. */
export const REAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  ranks: listLines(`
Master Sergeant Robert J. Goodwin, USMC (Ret.)
1st Lt. A. B. Ewing
2nd Lt. Audie L. Murphy
1LT Alonzo Cushing
2LT Van T. Barfoot
Sgt. 1st Class Paul R. Smith
SFC Alwyn C. Cashe
SFC (Ret.) Leroy A. Petry
SSG Salvatore A. Giunta
SSG(P) Ryan M. Pitts
Sgt. Dakota L. Meyer
Sgt.Maj. Basil L. Plumley
Sgt. Maj. of the Army Daniel A. Dailey
CSM Teresa L. King
MSgt John A. Chapman
TSgt. Forrest L. Vosler
Gunnery Sgt. John Basilone
GySgt. R. Lee Ermey
Cpl. Jason L. Dunham
LCpl. Kyle Carpenter
Lance Cpl. Roy M. Wheat
Pfc. Desmond T. Doss
PFC Ross A. McGinnis
Pvt. Lori A. Piestewa
Spc. Monica Lin Brown
Spc.4 Dwight H. Johnson
Spec. 4 Robert D. Law
Cpt. Humayun S. M. Khan
Capt. Florent A. Groberg
Capt.Ed W. Freeman
Maj. Richard I. Bong
Maj.Gen. Charles F. Bolden
Lt. Col. Bruce P. Crandall
Lt.Col. Harold G. Moore
LtCol James H. Doolittle
Col. David H. Hackworth (Ret.)
Brig.Gen. James M. Stewart
Brig. Gen. Wilma L. Vaught
Gen. Colin L. Powell, USA, Ret.
GEN (R) Ann E. Dunwoody
Adm. Grace M. Hopper
Rear Adm. (LH) Alene B. Duerk
Vice Adm. Nora W. Tyson
Ens. Jesse L. Brown
LTJG Edward Byers
Lt. j.g. Joseph P. Kennedy Jr.
Lt. Cmdr. Edward H. O'Hare
Cmdr.Ernest E. Evans
CDR Jeremiah A. Denton
PO1 (SW/AW) Maria L. Lopez
Petty Officer 2nd Class Michael A. Monsoor
SO2 (SEAL) Matthew Axelson
BM1 James E. Williams
HM3 Robert R. Ingram
HMC(FMF) Armando G. Leal
MA2 Marc A. Lee
CWO3 Louis R. Rocco
CW4 Michael J. Novosel
Chief Warrant Officer 5 Phyllis J. Wilson
WO1 Hugh C. Thompson, Jr.
A1C William H. Pitsenbarger
SrA Jason D. Cunningham
Amn. Elizabeth Jacobson
CMSgt. Paul W. Airey
Chap. (Capt.) Emil J. Kapaun
Chap.Vincent R. Capodanno
Fr.Timothy Vakoc
Msgr.James O'Neill
Sp5 Clarence E. Sasser
T/5 Eric G. Gibson
E-4 Daniel Ortiz
Nurse (1st Lt.) Sharon A. Lane`),
  "initials and titles": listLines(`
J. R. R. Tolkien 3rd
J.R.R. Tolkien
J.R.R.Tolkien
J.Edgar Hoover
St.Clair J.Edgar
C.S.Lewis
C. S. Lewis
W.E.B. Du Bois
A.J. McLean
A.J.Ortiz
B.J. Hunnicutt
D.W. Griffith
E. E. Cummings
e.e. cummings
H.R. McMaster
M.C. Escher
O.J. Brigance
P.D.Q. Bach
T. S. Eliot
T.J.Watt
Dr. Mary Edwards Walker
Dr.Jonas Salk
Drs. Ann and Ben Cole
Mr. and Mrs. J. T. Walsh
Mr. & Mrs. Oscar Hill
Mrs. Robt. E. Lee
Ms.Ida B. Wells
Rev. Martin L. King Jr.
Rev. Dr. Wm. J. Barber II
Prof.Albert Einstein
Prof. em. Jane Hale
Hon. Ruth B. Ginsburg
Sen. Daniel K. Inouye
Rep. Tammy L. Duckworth
Gov. Jas. E. Ferguson
Pres. Geo. H. W. Bush
Chas. Smith
Chas.Evans Hughes
Thos.Jefferson Hale
Wm.Penn Adair
Jos. A. Pagano
Dr.-Ing. Klaus Meier
Dipl.-Ing. Anke Vogt
Sr. Mary Ignatius
Br.Andre Bessette
St. John Philby
Sta. Cruz, Maria`),
  "suffixes and degrees": listLines(`
John Doe, Jr.
John Doe Jr.
John Doe,Jr.
Martin Sheen Sr.
Henry Louis Gates III
Thurston Howell IV
Davis Love 3rd
Robert Hale 2d
Robert Hale (2nd)
Jane Hale, Ph.D.
Jane Hale,Ph.D.
Jane Hale PhD
Zoë O'Brien-St. John, M. Ed.
Ana Ruiz, M.Ed.
Lee Park, M.D.
Lee Park MD, FACP
Kim Ross, R.N.
Kim Ross, RN, BSN, CCRN
Ida Cole, D.D.S.
Max Ortiz, Pharm.D.
Noah Beck, Psy.D.
Ruth Lane, Ed.D.
Carl Dean, J.D., LL.M.
Carl Dean, Esq.
Omar Aziz, D.O.
Fay Wu, L.C.S.W.
Tim Voss, C.P.A.
Joan Reed, D.V.M.
Paul Ames, S.J.
Mary Ward, O.S.B.
Hal Moss, P.E.
Dot Kerr, B.Sc.
Neil Fry, M.B.A.
Gus Hill, USN (Ret)
Gus Hill, U.S.N.R.
Al Gray, U.S.M.C.
Al Gray, U.S.Army
Bea Long, USAF, Ret.
Bea Long (dec.)
Vic Ray, KIA 1968
Vic Ray, POW/MIA
Ed Poe, SGT, USA`),
  numbers: listLines(`
Seal Team 6
Apollo 1
Flight 93
Class of 1944
Class of 1944-1945
Troop 1234
VFW Post 10804
American Legion Post 555
The 82nd Airborne
The 101st
555th Parachute Infantry
442nd RCT, 1943-1946
3rd Bn, 7th Marines
3/7 Marines
2-506 Infantry
Co. B, 1-75th Rangers
HMM-364
CVN-78
USS Indianapolis (CA-35)
PT-109
Hill 937
Cpl. Ray Ott, 1919–1944
Cpl. Ray Ott (1919-1944)
Ray Ott, 3/4/1919 - 6/6/1944
Ray Ott, 03-04-1919
Ray Ott 1919 1944
Baby Boy Ott 2024-06-01
Ott, Ray 2nd
Jennifer 8. Lee
Room 204
Unit 3 Hospice
9/11 Responders
Engine 54, Ladder 4
Squad 288
Fifth Grade 5B
Tuskegee Airman No. 332
Navajo Code Talkers, 382nd
Battery C, 1-319 AFAR
Det. 1, 823rd BCT
Marine #4
The Chosin 15,000
1st Cav`),
  "apostrophes and hyphens": listLines(`
Sinéad O'Connor
Sinéad O’Connor
Sinead O\`Connor
Beverly D'Angelo
N'Golo Kanté
Ta'Quan Ellis
De'Andre Hunter
Shaquille O'Neal
K'naan Warsame
Ka'imi Kealoha
Kaʻimi Nuʻuanu
Ngũgĩ wa Thiong'o
M'Baku Okafor
L'Oréal Simms
Jean-Luc Picard
Anne-Marie Duff
Mary-Kate O'Hara-Smith
Smith-Jones
Smith – Jones
Al-Amin
Abd al-Rahman
Min-jun Kim
Hae-Won Park
Chiang Kai-shek
Jean-Baptiste Le Moyne
Lloyd-George
Ng-A-Fook
"Buddy" Ray
Ray "Doc" Ott
Ray 'Doc' Ott
Ray (Doc) Ott
Hanna & Tim
Hanna + Tim
Hanna and/or Tim
The Ott family
The Otts’ dog, Rex
In-law Ray
Ray Ott/Ann Cole
Ott; Ray`),
  particles: listLines(`
Ludwig van Beethoven
Vincent van Gogh
J. van der Berg
J. v.d. Berg
J. v.d.Berg
Otto von Bismarck
Charles de Gaulle
Maria de los Ángeles
José María de la Cruz y Ruiz
Miguel de Cervantes
Leonardo da Vinci
Vasco da Gama
Gabriele d'Annunzio
Lucas dos Santos
Ana do Rosário
Luca della Robbia
Tomás Ó Criomhthain
Máire Ní Bhriain
Abdullah ibn Umar
Fatima bint Ali
David ben Gurion
Fela Anikulapo Kuti
Aung San Suu Kyi
Nguyễn Thị Minh Khai
Trần Văn Bảy
Björk Guðmundsdóttir
Łukasz Żółć
Čeněk Šťastný
İbrahim Çağlar
Gülşen Öztürk
Þórður Þráinsson
Ødegård Åse
Mc Donald
MacArthur
Mt. Pleasant, Ella
Ft. Hood Spouses`),
  "other scripts": listLines(`
山田 太郎
ジョン・スミス
佐藤さん
王小明
欧阳·娜娜
김민준
이순신 장군
Иван Петров
А. П. Чехов
А.П. Чехов
А.П.Чехов
Вл. Зеленський
Γιώργος Παπαδόπουλος
Γ. Παπανδρέου
محمد علي
د. محمد علي
د.محمد علي
عبد الرحمن
דוד בן־גוריון
ד"ר לוי
ד״ר לוי
अनिल कुमार
डॉ. अनिल कुमार
डॉ.अनिल कुमार
অমিত সেন
ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ
தி. மு. கருணாநிதி
மு.கருணாநிதி
สมชาย ใจดี
ดร.สมชาย ใจดี
พล.อ.ประยุทธ์
ம. கோ. இராமச்சந்திரன்
შოთა რუსთაველი
Արամ Խաչատրյան
አበበ ቢቂላ
နေဝင်း
សុខ ជា
𠮷野家 太郎
ᏍᏏᏉᏯ`),
};
