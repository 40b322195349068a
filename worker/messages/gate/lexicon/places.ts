/** Names of one place in several languages: a letter may use any of them when a source uses one. */
export const places = `
kortrijk: courtrai, kortrijk
ghent: gent, gand, ghent
bruges: brugge, bruges, brugges
leuven: leuven, louvain
mechelen: mechelen, malines
namur: namur, namen
mons: Mons
tournai: tournai, doornik
ypres: ypres, ieper
ostend: ostende, ostend, oostende
biel: biel, bienne
sion: sion, sitten
neuchatel: neuchatel, neuenburg
solothurn: solothurn, soleure
lucerne: lucerne, luzern
st-gallen: gallen, gall
schaffhausen: schaffhausen, schaffhouse
bolzano: bozen, bolzano
trento: trient, trento, trente
selestat: selestat, schlettstadt
haguenau: haguenau, hagenau
saverne: saverne, zabern
wissembourg: wissembourg, weissenburg
sarreguemines: sarreguemines, saargemund
thionville: thionville, diedenhofen
kehl: kehl
the-hague: haag, hague, haye
kharkiv: charkiw, kharkiv, kharkov, kharkow
kyiv: kiew, kyiv, kiev
lviv: lemberg, lviv, lwiw, lvov
odesa: odessa, odesa
warsaw: warschau, warsaw, varsovie, warszawa
krakow: krakau, krakow, cracovie, cracow
prague: prag, prague, praha
moscow: moskau, moscow, moscou
istanbul: istanbul
lisbon: lissabon, lisbon, lisbonne, lisboa
rome: rom, Rome, roma
milan: mailand, milan, milano
turin: turin, torino
venice: venedig, venice, venise
florence: florenz, florence, firenze
naples: neapel, naples, napoli
copenhagen: kopenhagen, copenhagen, copenhague
athens: athen, athens, athenes
bucharest: bukarest, bucharest, bucarest
belgrade: belgrad, belgrade
poznan: posen, poznan
wroclaw: breslau, wroclaw
gdansk: danzig, gdansk
bellinzona: bellinzona, bellinzone
munich: munchen, munich
cologne: koln, cologne
nuremberg: nurnberg, nuremberg
hanover: hannover, hanovre, hanover
hamburg: hamburg, hambourg
frankfurt: frankfurt, francfort
freiburg: freiburg, fribourg
dresden: dresden, dresde
brunswick: braunschweig, brunswick
aachen: aachen, aix la chapelle
mainz: mainz, mayence
trier: trier, treves
regensburg: regensburg, ratisbonne
saarbrucken: saarbrucken, sarrebruck
strasbourg: strasbourg, strassburg
mulhouse: mulhouse, mulhausen
colmar: colmar, kolmar
lyon: lyon, lyons
marseille: marseille, marseilles
nice: Nice, Nizza
lille: lille
dunkirk: dunkerque, dunkirk
basel: basel, bale
zurich: zurich
geneva: geneve, geneva, genf
lausanne: lausanne
bern: bern, berne
vienna: wien, vienna, Vienne
brussels: bruxelles, brussels, brussel
antwerp: anvers, antwerp, antwerpen
liege: liege, luttich
luxembourg: luxembourg, luxemburg
london: london, londres
edinburgh: edinburgh, edimbourg
dublin: dublin
cambridge: cambridge
oxford: oxford
canterbury: canterbury, cantorbery
milan: milan, milano, mailand
rome: Rome, Roma, Rom
genoa: genes, genoa, genua, genova
naples: naples, neapel, napoli
bologna: bologne, bologna
padua: padoue, padua, padova
verona: verone, verona
the-hague: la haye, the hague, den haag
gothenburg: goteborg, gothenburg
gdansk: danzig, gdansk
wroclaw: breslau, wroclaw
poznan: posen, poznan
szczecin: stettin, szczecin
bratislava: bratislava, pressburg
ljubljana: ljubljana, laibach
bucharest: bucarest, bucharest, bukarest
belgrade: belgrade, belgrad
thessaloniki: thessalonique, thessaloniki, saloniki
cairo: le caire, cairo, kairo
tangier: tanger, tangier
alexandria: alexandrie, alexandria
damascus: damas, damascus, damaskus
aleppo: alep, aleppo
jerusalem: jerusalem
tehran: teheran, tehran
valencia: valence, valencia
zaragoza: saragosse, zaragoza, saragossa
cordoba: cordoue, cordoba
granada: grenade, granada
constance: constance, konstanz
koblenz: coblence, koblenz
bremen: breme, bremen
kassel: cassel, kassel
wurzburg: wurtzbourg, wurzburg
lucerne: lucerne, luzern
st-gallen: saint gall, st gallen, sankt gallen
solothurn: soleure, solothurn
biel: bienne, biel
nijmegen: nimegue, nijmegen
ghent: gand, ghent, gent
bruges: bruges, brugge
leuven: louvain, leuven
mons: Mons
fortaleza: fortaleza
rio: rio de janeiro
havana: la havane, havana, havanna
mexico-city: mexico city, mexiko stadt
bangkok: bangkok
seoul: seoul
hanoi: hanoi
saigon: saigon, ho chi minh
bombay: bombay, mumbai
calcutta: calcutta, kolkata
lisbon-coast: cascais
turin: turin, torino
venice: venise, venice, venedig
florence: florence, florenz
barcelona: barcelone, barcelona
madrid: madrid
seville: seville, sevilla
lisbon: lisbonne, lisbon, lissabon, lisboa
porto: porto
warsaw: varsovie, warsaw, warschau
krakow: cracovie, krakow, krakau
prague: prague, Prag, praha
budapest: budapest
athens: athenes, athens, athen
copenhagen: copenhague, copenhagen, kopenhagen
moscow: moscou, moscow, moskau
kyiv: kiev, kyiv, kiew
istanbul: istanbul
algiers: alger, algiers, algier
tunis: tunis
casablanca: casablanca
beirut: beyrouth, beirut
montreal: montreal
new-york: new york
tokyo: tokyo, tokio
beijing: pekin, beijing, peking
shanghai: shanghai, schanghai
paris: paris, parisien*, pariser
france: france, frankreich, french, francais*, franzosisch*
germany: allemagne, germany, deutschland, german, allemand*, deutsch*
uk: royaume uni, united kingdom, uk, grossbritannien, great britain, grande bretagne, britain, england, angleterre, british, britisch*, britannique*, vereinigtes konigreich, vereinigten konigreich
`;

/** Houses with more than one name. Form of a line as above. */
export const houses = `
sciences-po: sciences po, sciencespo, iep de paris
mcdonalds: mcdonald s, mcdonalds, mcdonald, mcdo, macdo, macdonald, mc donald
red-cross: croix rouge, red cross, rotes kreuz, roten kreuz, roten kreuzes, drk
deutsche-bahn: deutsche bahn, deutschen bahn, db
volkswagen: volkswagen, vw
burger-king: burger king, bk
intermarche: intermarche, inter
carrefour: carrefour, carouf
red-crescent: croissant rouge, red crescent, roter halbmond
nhs: nhs, national health service
sncf: sncf
salvation-army: armee du salut, salvation army, heilsarmee
doctors-without-borders: medecins sans frontieres, doctors without borders, arzte ohne grenzen, msf
scouts: scouts, scout, pfadfinder*, eclaireurs
fire-brigade: sapeurs pompiers, pompiers, feuerwehr, fire brigade, fire service
`;

/** Months: a source may write them in figures. */
export const months = `
january: janvier, january, januar
february: fevrier, february, februar
march: mars, March, Marz
april: avril, april
may: Mai, mai, May
june: juin, june, juni
july: juillet, july, juli
august: aout, august
september: septembre, september
october: octobre, october, oktober
november: novembre, november
december: decembre, december, dezember
`;
