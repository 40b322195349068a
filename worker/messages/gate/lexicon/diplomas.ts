/**
 * Diplomas and degrees; those that translate each other share a line. Form of a line as in tools.ts; `# n` heads those of one
 * grade: 3 an apprenticeship, 4 school-leaving, 5 two years of study, 6 a bachelor, 7 a master, 8 a doctorate; craft: those above a craft; 9 honours, 0 hints.
 */
export const diplomas = `
# 8
phd: dr rer, dr phil, dr ing, Promotion, promovend*, phd, ph d, doctorat, docteur en, docteure en, doctorate, doctoral, promotion zum, promoviert*, doktortitel, doktorgrad, promovierte*, doktorarbeit, these de doctorat
# 7
engineer-hint: ingenieur en, ingenieure en, ingenieur diplome, ingenieur d etat
mba: mba, executive mba
master < engineer grande-ecole diplom-de ma-degree: Master, master of, master en, master de, master in, un master, mon master, d un master, masters, master s, master 2, master 1, M2, M1, mastere, bac+ 5, bac 5, bac+5, msc, m sc, ma in, llm, masterabschluss, masterstudium, mastergrad, DEA, DESS, maitrise universitaire, maitrise en droit, maitrise de droit, postgraduate degree, M A,  m eng, MEng, magister, magisterabschluss*, diplome de master
engineer < engineer-hint: diplome d ingenieur, ingenieur d etat, ingenieur diplome, ingenieure diplomee, titre d ingenieur, engineering degree, ecole d ingenieur*, dipl ing, diplomingenieur*, diplom ingenieur*, ingenieurstudium, degree in engineering, chartered engineer
staatsexamen: staatsexamen, erstes staatsexamen, zweites staatsexamen, state examination*, volljurist*
diplom-hint: Diploma, diploma, dipl, Diplom
diplom-de < diplom-hint: diplom kauf*, diplomkauf*, diplom betriebs*, fh diplom, diplom in, dipl kfm, diplom sozial*, diplomierte*, diplom designer*, diplom padagog*
grande-ecole: grande ecole, ecole de commerce, business school, programme grande ecole
dec-expert: expert comptable diplome, expertise comptable diplome, diplome d expertise comptable
law-degree: licence de droit, licence en droit, master de droit, master en droit, law degree, degree in law, jurastudium, studium der rechtswissenschaft*, llb
teaching-degree < capes agregation crpe pgce: meef, lehramt*, lehramtsstudium, teaching degree, bachelor of education
diu: diplome interuniversitaire
dscg: dscg
# 6
bachelor < master engineer ma-degree: licence de, licence en, licence professionnelle, bachelier en, bacheliere en, bachelier, bachelor, bachelors, bachelor s, bsc, b sc, ba in, ba hons, bac+ 3, bac 3, bac+3, BA, BSc, LLB, bachelorabschluss, bachelorstudium, undergraduate degree, b a, b eng, beng, une licence, ma licence, d une licence, Licence, honours degree, llb, bba
ma-degree: MA
dcg: dcg
dees: dees, deass, dems, diplome d etat d educateur*, diplome d etat d assistant*, social work degree, degree in social work, diploma in social work
deje: deeje, diplome d etat d educateur de jeunes enfants
dnmade: dnmade, dnsep, dnap, dsaa, bts design*
ide: formation d infirmier*, infirmier* diplome*, registered nurse*, RGN, diplome d infirmier*, diplome d etat d infirmier*, diplome d etat infirmier*, die infirmier*, state registered nurse, nursing degree, nursing diploma, degree in nursing, bachelor of nursing 
examined < ide: examinierte*, exam altenpfleg*, exam kranken*, exam pfleg*, exam gesundheits*
university-hint: licence 1, licence 2, licence 3, L1, L2, L3, deuxieme annee, premiere annee, troisieme annee, 2e annee, 3e annee, fac de, faculte, etudiant*, student, students, studierende*, studiere
university < university-hint master bachelor phd mba engineer staatsexamen diplom-de law-degree teaching-degree ma-degree bts dut deust bac+2 dees ide dnmade grande-ecole licence-pro deje dcg dscg ades-diploma: degree in, degree from, my degree, have a degree, absolvent*, abgeschlossenes studium, studium abgeschlossen, studiert, studium der, studium an, diplomee de l universite, diplome de l universite, hochschulabschluss, hochschulstudium, universitatsabschluss, university degree, diplome universitaire de
certificate-iv: postgraduate certificate, postgraduate diploma, advanced diploma, graduate diploma
# 5
bts < bac+2: bts, btsa, brevet de technicien superieur
dut < bac+2: dut, BUT, diplome universitaire de technologie
bac+2 < bts dut deust hnd: bac+ 2, bac 2, bac+2, hnd, higher national diploma, higher national, hnc, higher technician*, two year technical degree, advanced technician* certificate, foundation degree, vocational degree in, technical degree in, technical degree, vocational degree, higher diploma, staatlich geprufte* techniker*, fachschul*
deust: deust, deug
ades-diploma: deaes, deas, deap, diplome d etat d aide soignant*, deme, diplome d etat d auxiliaire*
# 4
bac < bacpro: bac, baccalaureat, bac s, bac es, bac l, bac st*, bac general, bac techno*, A levels, A level, abitur*, fachabitur, allgemeine hochschulreife, hochschulreife, fachhochschulreife, high school diploma, matura, maturite
bacpro: bac pro*, baccalaureat professionnel, vocational baccalaureate, professional baccalaureate, vocational bac, fachabitur
bt: brevet de technicien, brevet technique des metiers, btm
bp: BP, brevet professionnel
# 3
cap: CAP, C A P, certificat d aptitude professionnelle, bep
mc: mention complementaire
nvq: nvq*, btec, city guilds, city and guilds
gcse: gcse*, brevet des colleges, realschulabschluss, mittlere reife, hauptschulabschluss, realschule
apprenticeship < cap bp gesellenbrief nvq bacpro bts training-hint: abgeschlossene ausbildung, gesellenprufung, lehrabschluss, completed apprenticeship
gesellenbrief < apprenticeship: gesellenbrief, ~gesellin, ~geselle, journeyman*, journeywoman
cqp: cqp
# craft
meister: meisterlehrgang, meisterkurs, meisterbrief, meistertitel, meisterprufung, meisterschule, brevet de maitrise, master craftsman*, master craftsperson, handwerksmeister*, ~akustikmeister, ~technikermeister, ~installateurmeister, ~optikermeister, zimmermeister*, maurermeister*, dachdeckermeister*, schreinermeister*, fleischermeister*, gartnermeister*, braumeister*, schneidermeister*, uhrmachermeister*, industriemeister*, backermeister*, elektromeister*, kfz meister*, kraftfahrzeugtechnikermeister*, friseurmeister*, tischlermeister*, malermeister*, kuchenmeister*, maitre artisan, master baker*, Meister, konditormeister*, metzgermeister*, meisterin
fachwirt: fachwirt*, betriebswirt*, wirtschaftsfachwirt*
techniker: techniker schule, staatlich gepruft*
dual: duales studium, dual study*, dual degree, double diplome, double degree, double licence
# 9
distinction < merit-hint: Distinction, with distinction, First, starred first, 1st class, first class, first class honours, mention tres bien, summa cum laude, magna cum laude, cum laude, mit auszeichnung, major de promotion, valedictorian, felicitations du jury, dean s list, upper second, jahrgangsbest*, bestnote, top of my class
merit-hint: with merit, Merit, merit, grande distinction, la plus grande
mention < note-hint distinction: with merit, merit, Merit, mention bien, mention assez bien, with honours, with distinction, Distinction
erasmus: erasmus
# 0
training-hint: betreu*, formation*, form*, train*, tutorat, tuteur*, einarbeitung*, anlern*, unterweis*, schulung*, mentor*, apprentissage, alternance, apprenti*, apprentice*, azubi*, auszubildende*, Lehre, lehrling*, ausbildung*
note-hint: distinction, note, Note, mention
`;
