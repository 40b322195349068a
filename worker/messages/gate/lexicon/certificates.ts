/** Certificates, licences and permits. Form of a line as in tools.ts. */
export const certificates = `
licence-hint: permis, licence, licences, FS, KFZ, fuhrerschein*
driving-licence < licence-hint truck-licence bus-licence driving-licence-be: permis b, permis de conduire, driving licen*, driver s licen*, drivers licen*, full uk licence, full licence, full clean licence, clean licence, fs b, fs kl, fs klasse, kl b, klasse b, fuhrerschein, fuhrerschein klasse b, fuhrerschein b, pkw fuhrerschein, fuhrerschein der klasse b, category b licence, permis vl
motorbike-licence: permis a, permis moto, motorcycle licen*, motorradfuhrerschein
truck-licence < fimo driver-title: lgv, fs c, fs ce, permis c, permis ce, permis poids lourd*, permis pl, poids lourd*, hgv, lkw fuhrerschein, lorry licen*, truck licen*, class c licen*, fuhrerschein c*, c1e, klasse ce, klasse c, lastwagenfuhrerschein, super lourd*, category c licen*, class 1 licen*, class 2 licen*
bus-licence < fimo driver-title: fs d, fs de, permis d, bus licen*, busfuhrerschein, fuhrerschein klasse d, pcv licen*, personenbeforderungsschein
driving-licence-be: BE, b e, fs be, klasse be, permis be, permis remorque
fimo: fimo, fco, cpc, driver cpc
dangerous-goods < adr dangerous-goods-adviser: matieres dangereuses, marchandises dangereuses, dangerous goods, gefahrgut*
adr: adr, gefahrgutschein*, gefahrgutfuhrerschein*
dangerous-goods-adviser: gefahrgutbeauftrag*, dangerous goods safety advis*, dgsa, conseiller* a la securite, conseiller* en matieres dangereuses, conseiller* tmd
boat-licence: permis bateau, permis cotier, permis hauturier, sportboot*, segelschein*, boat licen*, powerboat, yachtmaster, skipper*, day skipper, bateau a moteur
forklift: caces, forklift*, fork lift*, stapler*, gabelstapler*, staplerschein, staplerfuhrerschein, chariot elevateur, chariots elevateurs, cariste*, flurforder*, reach truck
aerial-platform: nacelle*, cherry picker*, ipaf, hubarbeitsbuhne*, hebebuhnenschein, pemp
crane: grutier*, crane operator*, kranschein, kranfuhrer*, crane licen*
electrical-hint: h0b0, b0, b1v, b2v, h1v, h2v, BR, BC, BS
electrical-habilitation < electrical-hint: habilitation electrique, habilitations electriques, electrical authorisation*, electrical authorization*, habilitation br, habilitation b1v, habilitation b2v, habilitation h0b0, elektrofachkraft, 18th edition, schaltberechtigung*
high-voltage: habilitation haute tension, habilitation h2, haute tension, high voltage, hochvolt*, hochspannung*
part-p: part p
gold-card: jib gold card, jib card
cscs: cscs*
gas-safe: gas safe, gassafe, qualigaz
qualibat: qualibat
rge: qualifelec, qualipv, irve
frigorist: attestation fluides, fluides frigorigenes, f gas, kalteschein, kaltemittel*
first-aid: sst, sauveteur* secouriste*, secourisme, secouriste*, premiers secours, psc1, gestes et soins d urgence, afgsu, first aid*, paediatric first aid, pediatric first aid, first aider*, ersthelfer*, erste hilfe
bls: bls, acls, basic life support, advanced life support, reanimationstraining
ssiap: ssiap, ssiap1
cqp-security: cqp aps, carte professionnelle d agent, cnaps, SIA, sia, sia licen*, sachkunde 34a, 34a, sachkundeprufung
firefighting: sapeur pompier, sapeurs pompiers, pompier volontaire, firefighter*, feuerwehr*
haccp: haccp
food-hygiene < haccp: food hygiene*, hygiene alimentaire, food safety*, level 2 food*, level 3 food*, belehrung nach 43*, infektionsschutzgesetz, gesundheitszeugnis, lebensmittelhygiene
iso9001: iso 9001
iso14001: iso 14001
iso27001: iso 27001
iso: iso 13485, iso 22000, iso 45001, iso 17025, iatf 16949
welding-cert: qualification soudage, iso 9606, en 287, coded weld*, coded welder, schweisserprufung, schweisserschein*, schweisspass, licence de soudeur, certificat de soudeur, weld* certificate*, schweisszertifi*
iws: schweissfachmann, schweissfachleute, iwe, iws, international welding specialist, international welding engineer, schweissfachingenieur*, welding inspector*, cswip
ndt: controle non destructif, non destructive testing, zerstorungsfreie prufung
toeic: toeic
toefl: toefl
ielts: ielts
cambridge: cambridge certificate, cambridge c1, cambridge advanced, fce, cae
delf: delf, dalf
goethe: Goethe, goethe zertifikat, goethe institut, testdaf, telc
hsk: hsk
dele: dele
voltaire: certificat voltaire, projet voltaire
tosa: tosa
pix: Pix
icdl: icdl, ecdl, pcie
bafa: bafa
bafd: bafd
bpjeps: bpjeps
bnssa: bnssa, lifeguard*, rettungsschwimmer*
dbs: dbs, dbs check*, enhanced dbs
qts: qts, qualified teacher status
pgce: pgce
capes: CAPES
agregation: agregation, agrege*
crpe: crpe
nmc: nmc, nmc pin
capa: capa, certificat d aptitude a la profession d avocat
bar: barreau, bar exam, admitted to the bar, solicitors regulation, anwaltszulassung, zugelassene rechtsanwaltin, zugelassener rechtsanwalt
fachanwalt: fachanwalt*, fachanwalt fur*
acca: acca
cima: CIMA
icaew: icaew
aat: AAT
cpa: cpa
cfa-charter: cfa charterholder, cfa level, chartered financial analyst
amf: certification amf
bilanzbuchhalter: bilanzbuchhalter*
steuerberater: steuerberater*
cipd: cipd
shrm: shrm
ada-schein: ada schein, ausbildereignung*, aevo, ausbilderschein
cissp: cissp
comptia: comptia
google-cert: google zertifikat*, google certificate*, certificat google, google career, google data, google analytics certif*, google ads certif*
aws-cert: aws certified, certification aws, aws certification, aws zertifi*
azure-cert: azure certified, certification azure, az 900, microsoft certified
istqb: istqb
psm: psm, csm, scrum master*
togaf: togaf
google-cert: google certified, certification google, google zertifi*
opquast: opquast
ffp-hygiene: hygienebeauftragt*
praxisanleiter: praxisanleit*, practice educator, mentor* certificate, tuteur de stage
wundexperte: wundexpert*, wundmanag*, tissue viability
palliative-cert: palliative care*, soins palliatifs, palliativ*
montessori: montessori
braille: braille
sommelier-cert: wset
barista: sca barista, barista*
hypnosis: hypnose, hypnosis, hypnotherap*
cnv: communication non violente, nonviolent communication, gewaltfreie kommunikation
pnl: pnl, nlp practitioner
coaching-cert: certified coach, coach certifie*, zertifizierter coach
amianthe: amiante sous section 4, asbestos*, asbestschein
travail-hauteur: travail en hauteur, travaux en hauteur, working at height*, work at height*, hohenarbeit*
certiphyto: certiphyto
echafaudage: echafaudage*, scaffold*, gerustbau*, geruste
aipr: aipr
n1-n2: habilitation chimique, gies, risque chimique, anfas
tuv: tuv zertifi*, tuv certif*
pilot: drohne*, uav, pilotenschein*, flugschein*, brevet de pilote, licence de pilote, pilot licen*, drone licen*, telepilote, drohnenfuhrerschein
chauffe: chauffagiste rge
`;
