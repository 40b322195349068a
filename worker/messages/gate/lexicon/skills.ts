/**
 * Specialities, said of oneself only when they are one's own. Each line is broad enough for a paraphrase of the CV. Form of a line
 * as in tools.ts; `# family` heads the lines of a family.
 */
export const skills = `
# office
payroll: paie, paies, bulletins de salaire, fiches de paie, bulletins de paie, payroll, payslip*, lohnabrechnung*, gehaltsabrechnung*, entgeltabrechnung*, lohnbuchhalt*, lohn und gehalt*
closing: bilan annuel, bilans, liasse*, cloture*, year end, month end, jahresabschlus*, monatsabschlus*, closing
audit: audit*, commissariat aux comptes, wirtschaftsprufung*, revision intern*
controlling < accounting: controle de gestion, controlling, management control, controleur* de gestion, financial controller*, controllerin, junior controller*, controlleur*
tax: fiscalite, fiscal*, declarations fiscales, tax, taxation, vat, tva, umsatzsteuer*, lohnsteuer*, einkommensteuer*, gewerbesteuer*, korperschaftsteuer*, ~steuererklarung, ~steuervoranmeldung, ~steuerrecht, steuerkanzlei*, steuerberat*, steuerfach*, steuern, tax return*
treasury: tresorerie, treasury, cash management, liquiditatsplan*
debt: recouvrement*, relance client*, relances client*, debt collection, mahnwesen, credit control
trading: trading, trader*, borse
# selling
e-commerce < shopify prestashop woocommerce magento merchandising: e commerce, ecommerce, online shop*, onlineshop*, boutique en ligne
# people
recruiting: recrut*, recruit*, sourcing, personalbeschaffung, rekrutier*, talent acquisition, personalauswahl, bewerbermanagement, bewerbungsgesprach*
supervising < managing training-hint lead teaching deputy: supervis*, encadr*
supervise-hint: praxisanleit*, leitung, leitungs*, leiter, leiterin, supervis*, encadr*, anleit*
chef-hint: chef de, cheffe de, chef d, chef
managing < head chef-hint lead chief director founder supervise-hint: manage une, manage des, management d equipe, management d une equipe, gestion d equipe*, gere une equipe, dirige une, dirige un, dirige des, diriger une, diriger des, dirige l equipe, dirige le, dirige la, dirige les, je dirige, ai dirige, diriger le, diriger la, leite die, leite den, leite das, leadership of, leadership d, leitung von, leite ein, leite eine, leite ich, leite seit, pilote une equipe, manag* a team, manag* teams, team management, manag* people, led a team, leading a team, lead a team, led teams, leading teams, led the team, team lead*, line manag*, personalfuhrung*, mitarbeiterfuhrung*, teamleit*, team geleitet, teams geleitet, teamfuhrung*, team gefuhrt, fuhrte ein team, fuhre ein team, leitete, leitung eines, leitung des, leitung der, leitung von, fuhrung eines, fuhrung von, fuhrungserfahrung, fuhrungsverantwortung, chef* d equipe, responsable d equipe, manager d equipe, ran a team, managed the whole, managed a department, managed the department, personen geleitet, mitarbeitern geleitet, mitarbeiter geleitet, mitarbeiterinnen geleitet, leuten geleitet, abteilung geleitet, filiale geleitet, headed, in charge of a team, a la tete d une, mitarbeiter gefuhrt, mitarbeitende gefuhrt, management experience, chef* de brigade
project-management < project-manager: gestion de projet*, conduite de projet*, pilotage de projet*, management de projet*, project manag*, managing projects, manage projects, managed projects, gere des projets, projektmanag*, projektleit*, chef* de projet*, projektsteuer*
# goods
customs: douane*, dedouanement*, customs, zollabwicklung*, zoll, export, import, incoterms
# metal
tig: tig, wig, gtaw
mig-mag: mig, mag schweissen, mig mag, MAG, semi automatique, semi auto, gmaw
arc: arc electrode, electrode enrobee, arc welding, elektrodenschweissen, e handschweissen, lichtbogen*, mma
laser-welding: soudage laser, laser weld*, laserschweiss*, plasma*, orbital*
car-electric: vehicules electriques, vehicules hybrides, electric vehicle*, hybrid vehicle*, elektrofahrzeug*, hybridfahrzeug*, hybride*
# building
solar: photovolt*, panneaux solaires, solar panel*, solaranlage*, solar*, pv anlage*
home-automation: domotique, home automation, smart home*, gebaudeautomat*, gebaudeautomation
tiling: carrel*, tiling, tiler*, fliesen*
roofing: couvreur*, toiture*, roofing, roofer*, dachdeck*
insulation: isolation thermique, insulation, warmedammung*
# outdoors
security-guard: schutz und sicherheit, agent de securite, security guard*, security officer*, surveillance, wachdienst*, sicherheitsdienst*
# food
sourdough: levain*, sourdough, naturally leaven*, natural leaven*, sauerteig*, leaven*
chocolate: chocolat*, chocolate work, chocolatier*, chocolate making, schokolad*, pralinen*, confiserie*
ice-cream: glacier*, glaces artisanales, ice cream mak*, speiseeis, eisherstellung
butchery: boucher*, charcut*, butcher*, metzger*, fleischer*, fleischerei
fish: poissonn*, fishmonger*, fischverarb*
sous-vide: sous vide, basse temperature, vakuumgaren, molekularkuche*, molecular gastronomy, molecular cuisine, cuisine moleculaire
sushi: sushi*
vegan: vegetarien*, vegetalien*, vegan*, vegetarisch*, plant based cooking, plant based menu*, plant based food
sommelier: ~sommelier, sommel*, oenolog*, wine expert*, weinkund*, wine list*, carte des vins
bar: bartend*, barman*, barmaid*, cocktail*, mixolog*, barkeeper*
# health
intensive: reanimation, soins intensifs, intensive care, icu, itu, critical care, intensivstation*, intensivpflege*, intensivmedizin*
emergency: service des urgences, aux urgences, urgences pediatriques, medecine d urgence, smur, samu, emergency department*, emergency room, emergency ward, emergency medicine, a e department, accident and emergency, notaufnahme*, notfallmedizin, rettungs*, ambulance*, ambulanc*, notfallpflege, urgentiste*
theatre-nurse: bloc operatoire, ibode, operating theatre*, operating room*, ~operationssaal*, op pflege*, op saal, scrub nurse, iade, anesthes*, anasthes*, anaesthe*
maternity: maternite, sage femme, midwi*, hebamm*, geburtshilfe, obstetri*
oncology: oncolog*, cancerolog*, onkolog*, chimiotherap*, chemotherap*
dialysis: dialys*, hemodialys*, nephrolog*
cardiology: cardiolog*, kardiolog*
psychiatry: psychiatr*, sante mentale, mental health, psychisch*
physio: kinesitherap*, physio, physiotherap*, krankengymnast*
dental: dentaire, dental*, zahnarzt*, zahnmed*
alternative-medicine: osteopath*, sophrolog*, naturopath*, heilpraktik*, psychotherap*, reflexolog*, homeopath*, akupunktur*, acupunctur*
# law
law-labour: droit social, droit du travail, employment law, labour law, arbeitsrecht*, prud hom*
law-tax: droit fiscal, tax law, steuerrecht*
law-family: droit de la famille, family law, familienrecht*
law-criminal: droit penal, criminal law, strafrecht*
law-ip: propriete intellectuelle, intellectual property, droit des marques, patentrecht, trademark*, markenrecht*, urheberrecht*, ip law
law-property: droit immobilier, property law, real estate law, immobilienrecht*, mietrecht*, conveyancing
law-public: droit public, public law, verwaltungsrecht*, administrative law, marches publics
law-eu: droit europeen, european law, eu law, europarecht
law-it: rgpd, gdpr, dsgvo, datenschutz*, data protection, protection des donnees, privacy law
law-maritime: droit maritime, maritime law, seerecht, shipping law
law-business: droit des affaires, droit commercial, droit des societes, business law, commercial law, company law, corporate law, handelsrecht, gesellschaftsrecht, wirtschaftsrecht
law-environment: droit de l environnement, environmental law, umweltrecht
law-immigration: droit des etrangers, immigration law, asylrecht, auslanderrecht
law-building: droit de la construction, construction law, baurecht
arbitration: arbitrage international, arbitration, schiedsverfahren*, mediation familiale
# social
child-protection: protection de l enfance, child protection, kinderschutz*, jugendamt, safeguard*, jugendhilfe*, mecs
addiction: addicto*, addiction*, suchtberat*, suchthilfe*, toxicoman*, substance misuse
homeless: sans abri, sdf, chrs, hebergement d urgence, homeless*, obdachlos*
mediation: mediation, mediateur*, mediatrice*, mediator*, streitschlicht*
fle: fle, francais langue etrangere, daf, deutsch als fremdsprache, efl, tefl, celta, english as a foreign language
# words
translation: traduction*, traducteur*, traductrice*, translator*, translation*, translated, ubersetzer*, ubersetzung*, interpret* services, interpretariat, dolmetsch*
motion: motion design*, animation 2d, animation 3d, motion graphic*, videoschnitt, montage video, video editing, video production, modelisation 3d, 3d modelling, 3d modeling, 3d modellierung
ux: ux, ui, ux design*, ui design*, user research, nutzerforschung, prototyp*, wireframe*, ergonomie*, user experience
# computing
app-hint: App, Apps, app, apps, appli, applis
mobile-development < app-hint: applications mobiles, mobile app*, ios, android, mobile develop*
testing < cypress selenium jest: tests unitaires, tests automatis*, unit test*, automated test*, test automation, testautomatis*, tdd, tests end to end
architecture-software: architecture logicielle, microservice*, software architect*, softwarearchitekt*, cloud architect*, architecte logiciel
devops < docker kubernetes ci-cd terraform: devops
sysadmin: administration systeme*, administrateur systeme*, system administrat*, systemadministrat*, sysadmin*
network: ingenieur* reseau*, technicien* reseau*, securite des reseaux, administration des reseaux, administration et securite, administration reseau*, reseaux informatiques, network engineer*, network administrat*, netzwerktechn*, netzwerkadministr*
cybersecurity: cybersecur*, cyber secur*, it security, it sicherheit*, ~cybersicher, pentest*, penetration test*, securite informatique
blockchain: blockchain, smart contract*, crypto*
machine-learning < tensorflow pytorch scikit: machine learning, apprentissage automatique, maschinelles lernen, deep learning, maschinellem lernen, neural network*, intelligence artificielle, artificial intelligence, kunstliche intelligenz, data scien*
data-engineering < airflow spark dbt: data engineer*, ingenierie des donnees, etl, data pipeline*, datenpipeline*
# beauty
barber: barb*, barber*, bartpfleg*, rasur*
extensions: extension*, rajout*, haarverlanger*
keratin: lissage*, keratin*, glattung*
bridal: chignon*, mariee*, bridal*, braut*, hochsteckfrisur*, coiffures de mariage
makeup: maquill*, make up*, makeup*, visagist*
massage: massage*
# rest
nationality: staatsangehorigkeit*, staatsburgerschaft*, nationalite francaise, nationalite allemande, nationalite britannique, citizenship, british citizen, german citizen, french citizen, naturalise*, eingeburgert*
sports-coach: coach sportif*, personal train*, fitnesstrain*, sports coach*
volunteer-hint: benevol*, volontaire*, volunteer*, freiwillig*, ehrenamt*, service civique
volunteering < volunteer-hint: fsj, bfd, service civique, freiwilligendienst, freiwilliges soziales jahr, civic service, benevolat, benevolement, comme benevole, volontariat, volunteering, volunteered, as a volunteer, ehrenamtlich tatig, ehrenamtlich engagiert, freiwillige feuerwehr
abroad: worked abroad, lived abroad, travaille a l etranger, vecu a l etranger, im ausland gearbeitet, international experience, experience internationale, auslandserfahrung, auslandsaufenthalt*, auslandssemester, internationale erfahrung
self-hint: independant, independante, freelance*, freelancer*, freiberuf*, freie, freier, freischaffend*, selbststandig*, selbstandig*, self employed, auto entrepreneur*, micro entrepreneur*, mon compte
self-employed < self-hint: a mon compte, Freelance, en freelance, as a freelanc*, freelance work, freelance consult*, freelance design*, freelance develop*, freelance writ*, freelancer, as self employed, been self employed, was self employed, am self employed, self employed since, self employed as, selbststandig gemacht, freiberuf*, auto entrepreneur*, micro entreprise, en independant, en independante, travailleur independant, travailleuse independante, comme independant, comme independante, statut d independant, own business, eigene firma, mon entreprise, selbstandig tatig
publication: novel*, roman publie, publie un livre, publie des livres, publie un ouvrage, roman veroffentlicht, buch veroffentlicht, published a book, published author*, publications scientifiques, article* publie*, published article*, published paper*, veroffentlicht*, peer reviewed, publie un, published a
clearance: secret defense, confidentiel defense, security clearance, sicherheitsuberprufung
works-council: delegue* du personnel, elu au cse, elue au cse, cse, syndical*, works council, betriebsrat*, personalrat*, trade union, union representative*
military: service militaire, armee, marine nationale, royal navy, navy, army, bundeswehr, beim bund, ~soldat, militaire, military, royal air force, legion etrangere
patent: brevet d invention, brevets d invention, patent*
crisis: gestion de crise, crisis management, krisenmanag*
fire-safety < ssiap firefighting: securite incendie, brandschutz*, fire safety, fire warden*, evacuation incendie
public-speaking: conferencier*, keynote*, vortrag*, conferences, public speaking, conference speaker*
`;
