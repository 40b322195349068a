/**
 * Fields of work, by family. Who works in one of a family may speak of another: "mechanical", "agricultural", "tourism". Form of
 * a line as in tools.ts; `# family` heads the lines of a family.
 */
export const fields = `
# office
accounting < payroll audit closing: controleu* de gestion, comptab*, ecritures comptables, accountant*, accounts, accounting, accountancy, bookkeep*, ~buchhalt*, rechnungswesen, finanzbuchhaltung
invoicing < accounting: facturation*, factures, invoic*, rechnungsstellung, fakturierung, ~rechnung*, billing
finance < accounting controlling treasury: analyse financiere, financial analysis, finanzanalyse, corporate finance, fusions acquisitions, mergers acquisitions, m a transactions
budget: ~budget, etats de frais
purchasing: achats, acheteur*, acheteuse*, procurement, purchasing, einkauf*, approvisionnement*, beschaffung*, purchase order*, buyer*, bestellwesen
secretary: secretar*, secretary*, sekretar*, assistant* administrati*, administrative assistant*, office administration, burokauf*, assistant* de direction, personal assistant*, executive assistant*, assistenz der geschaftsfuhrung, assistentin der geschaftsfuhrung, assistent der geschaftsfuhrung, executive support
insurance: assurances, insurance*, versicherung*
banking: banque*, bancaire*, bank*, banking
real-estate: immobili*, real estate, estate agen*, immobilien*, property management, hausverwaltung*
# selling
marketing: ~marketing
community: community manag*, reseaux sociaux, social media, soziale medien, instagram, tiktok
copywriting: copywriting, redaction web, textes publicitaires, werbetext*
events: evenementiel*, event management, event planning, veranstaltungsorganisation, organisation d evenements, eventmanagement
press: relations presse, press relations, public relations, pressearbeit
negotiation < salesrep: negoci*, negotiat*, verhandl*
kauf-hint: ~kauffrau, ~kaufmann
salesrep < salesassistant kauf-hint: prospection*, prospect*, kaltakquise, neukundengewinnung, kundenakquise, akquise, cold call*, business development, developpement commercial, developpement de la clientele, new business, sales, selling, commercial*, vente*, vendeu*, vendu*, vendre, ventes, verkauf*, vertrieb*, aussendienst*, account manager*, lead generation, key account*
salesassistant < salesrep: vente*, vendeu*, retail, salesperson, sales assistant*, shop assistant*, verkauf*, einzelhandel*
till: encaissement*, caisse*, tenue de caisse, caissier*, cash handling, cashier*, cash register, till, kasse*, kassier*, kassen*, ~kasse*
merchandising: merchandising, mise en rayon, facing*, visual merchandis*, shelf stack*, shelves, regalpflege, warenprasentation*, vitrine*, schaufenster*
# people
training < training-hint managing teaching: formateur*, formatrice*, former des, former les, former de, forme des, forme les, formee a encadrer, animer des formations, train* new, train* junior, trained new, trained two, trained three, training new, trained apprentice*, training apprentice*, training of, ausbilder*, schulung*, anlernen, angelernt, eingearbeitet, einarbeitung*, ausgebildet habe, betreuung von auszubildenden, tutorat, tuteur*, tutric*, mentor*, mentorat, induct*
# goods
stock < inventory: gestion des stocks, gestion de stock*, stocks, stock control, stock manag*, inventory, inventaire*, inventur*, lagerbestand*, bestandskontrolle*, bestandsfuhr*, warenbestand*
picking: preparation de commandes, preparateur*, picking, order pick*, order prepar*, kommission*, prepare* de commandes
goods-in: reception de marchandises, reception des marchandises, goods in, goods receipt, wareneingang*, goods receiving, receiving goods, warenannahme*, reception des livraisons, warenausgang*, expedition*, versand*, dispatch*, shipping
logistics < stock picking goods-in forklift transport: logisti*, supply chain, warehous*, entrepot*, ~lager*, magasinier*, spedition*
transport: transport routier, chauffeur*, livreur*, livraison*, deliver* driver*, lkw fahrer*, truck driver*, fahrer*, tournees, haulage, disposition, zustell*
# metal
welding: soud*, weld*, ~schweiss*
boiler-making: chaudronn*, boilermak*, metallerie, metallier*, metalwork*, metal fabricat*, sheet metal, metallbau*, blechbearbeitung*, toler*, tolerie, schlosser*
machining < cnc: usinage*, tournage, fraisage, fraiseur*, tourneur*, machining, milling, turning, drehen, frasen, dreher*, fraser*, zerspan*
blueprint: lecture de plans, lecture de schemas, lire des plans, plans techniques, read drawings, technical drawing*, reading plans, blueprint*, zeichnungen lesen, technische zeichnung*, schaltplan*
maintenance < mechanics electrics: maintenance, entretien preventif, instandhalt*, wartung*, wartungs*, depannage*, troubleshoot*
mechanics < machining engineer: ~maschinenbau, mecanic*, mecanique*, mechani*, ~mechatron*, kfz, car repair*, autowerkstatt
diagnostic: diagnosti*, ~diagnos*, fehlersuche*, fault finding
bodywork: carross*, bodywork, karosserie*, peinture automobile, lackier*, spray paint*
# building
electrics: electric*, electri*, ~elektr*
plumbing: plomb*, plumb*, sanitar*, klempner*, installateur* sanitaire*
heating: chauffag*, heating engineer*, heizung*, pompe* a chaleur, heat pump*, warmepumpe*, climatisation, air conditioning, klimaanlage*, klimatechnik
masonry: macon*, mason*, bricklay*, maurer*
carpentry: menuis*, charpent*, carpent*, joiner*, schreiner*, tischler*, zimmer* handwerk, zimmerer*, ebenist*, cabinet mak*, holzbearbeit*
painting: peinture en batiment, peintre en batiment, peintre, painter and decorator, painter decorator*, maler*, malerarbeiten
# outdoors
gardening: jardin*, paysag*, garden*, landscap*, gartn*, ~garten*, espaces verts, elagage
cleaning: nettoyage*, cleaning, cleaner*, reinigung*, menage
animals: veterinair*, veterinar*, tierpflege*, tierarzt*, animal care, soins aux animaux
farming < gardening animals: agricol*, agricultur*, farming, landwirt*, elevage, maraich*
# food
bread < pastry: bake, bakes, boulang*, pain*, panif*, petriss*, baker*, baking, bread*, ~brot*, backer*, backen, backwaren, gebacken, backt, backstube*, loaf, loaves
pastry: patiss*, pastry*, pastries, patisserie, kondit*, ~torten*, gateau*, entremets, feinback*, gateaux, cake*
viennoiserie: viennoiser*, croissant*, butter pastr*, plunder*, tourage, feuillet*, puff pastry, blatterteig*, laminat*
chef-hint: chef, chefs
cooking < chef-hint: cuisin*, cook*, chef de partie, koch*, kuche, ~kuche*, gekocht, kochen, kitchen*
gastronomy: gastronom*, etoile*, michelin*, fine dining, sternekuche*, sternerestaurant*, sterne restaurant, haubenrestaurant
service: serveur*, serveuse*, service en salle, waiter*, waitress*, waiting tables, waiting staff, kellner*, servicekraft, table service
reception: receptionn*, reception*, agent d accueil, hotesse d accueil, accueil physique, accueil telephonique, front desk, front office, rezeption*, empfang*, concierge*, standard telephonique, standardiste*, switchboard*, empfangsmitarb*
booking: reservation*, booking*, buchung*, yield*, revenue management
housekeeping: gouvernante*, housekeeping, femme de chambre, valet de chambre, zimmermadchen, hauswirtschaft*
tourism: tourism*, office de tourisme, tourist office*, tourist information, agence de voyage*, travel agen*, reiseburo*, guide touristique, tour guide*
# health
nursing: infirm*, nurse, nursing, ~pfleg*, krankenschwester*, soins, soignant*, patient care, patientenversorgung, caregiver*, care assistant*, care worker*, krankenpflege
paediatrics: pediatri*, paediatric*, neonat*, padiatri*, kinderkrankenpfleg*, kinderstation*, puericult*
geriatrics: geriatri*, gerontolog*, personnes agees, elderly, ehpad, altenpfleg*, altenheim*, senior*heim*, seniorenheim*, older people, care home*, dementia, alzheimer, demenz*, pflegeheim*
surgery: chirurgi*, surgical, surgery, chirurgisch*
wound: pansement*, plaies, wound*, ~wundversorg*, verbandswechsel, verband*
injections: injections, perfusion*, prelevement*, prise* de sang, blood sampl*, phlebotom*, venepuncture, blutentnahme*, blutabnahme*, infusion*, cannulation, catheter*, katheter*
pharmacy: pharma*, apothek*, officine, arzneimittel*, medikament*
lab: laboratoire d analyses, laboratory techn*, labortechn*, laborant*, mta
# law
law-business: droit des affaires, droit des societes, droit commercial, corporate law, company law, commercial law, business law, gesellschaftsrecht*, handelsrecht*, wirtschaftsrecht*
litigation: contentieux, litigation, prozessfuhrung*, plaid*, advocacy, court work
contracts < law-business law-labour: redaction de contrats, redaction d actes, contract drafting, drafting contract*, drafted contract*, vertragsgestalt*, vertragsrecht, contrats, contracts, vertrage*, vertrags*
# social
social-work: special needs educator*, special needs worker*, specialised educator*, specialist educator*, heilerziehungspfleg*, travail social, travailleur* soci*, social work*, sozialarb*, sozialpadagog*, educateur* specialis*, educatrice* specialis*, assistant* soci*, accompagnement social, insertion
disability: handicap*, disabilit*, behindert*, esat, situation de handicap
teaching-hint: moniteur*, monitrice*, instruct*, coach*, trainer*, animat*, formateur*, formatrice*, kursleit*, workshop*, atelier*, classes
teaching < teaching-hint training-hint: enseignant*, enseigne, enseigner, professeur*, prof, teacher*, teaching, i taught, taught at, taught in, have taught, lehrer*, unterricht*, cours de, tutoring, tutor*, nachhilf*, lehrkraft, lehrkrafte
early-years: petite enfance, creche*, early years, nursery*, kita, kindergart*, erzieher*, puericultrice*, nurser*
special-needs: ulis, aesh, SEND, special educational needs, sonderpadagog*, inklusion*, special needs
maths: mathematiques, maths, mathematic*, mathematik*
physics: physique chimie, physics, physik
# words
journalism: journalis*, journalist*, redaktion*, redakteur*, reporter*
editing: relecture, correcteur*, proofread*, lektorat*, lektor*
graphic-design: graphis*, graphic design*, grafik*, charte* graphique*, identite* visuelle*, brand identit*, visual identit*, corporate design, logo*, print design*, mise en page, layout*, design graphique, mediengestalt*
illustration: illustration*, illustrat*, dessinateur*, dessinatrice*
photography: photograph*, fotograf*, retouche*
typography: typograph*, typograf*
# computing
web-development < html css javascript react angular vue php symfony: developpement web, web develop*, webentwickl*, frontend*, front end, backend*, back end, full stack, fullstack
programming < web-development python java javascript c++ c# php: programm*, coding, software develop*, softwareentwickl*, developpeu*, developpement logiciel, developer*, entwickler*
helpdesk: helpdesk, help desk, support informatique, it support, support utilisateur*, first level support, second level support, support technique, anwenderbetreuung
data-analysis < sql excel powerbi: analyse de donnees, analyse des donnees, analyses de donnees, data analy*, datenanalys*, data analyst*, data analytics, statistique*, statistic*, statistik*, reporting*, dashboard*, tableaux de bord, auswertung*
# beauty
hairdressing: coiff*, hairdress*, hair stylist*, friseur*, haarschnitt*, haircut*, hair cut*, coupe*, coupes, schnitt*, hair
colouring: coloration*, colour*, coloring, colorist*, farb*, meches, balayage*, highlights, strahnen*, ombre
beauty: estheti*, beautician*, kosmetik*, manucure*, manicure*, nail*, onglerie*, nagel*
# rest
quality-hint: qualite, quality, ~qualitat
quality < quality-hint: QA, qa engineer*, qa tester*, controle qualite, controle de la qualite, quality control*, quality assurance, qualitatskontroll*, qualitatssicher*, assurance qualite, qualitatsmanag*, quality management, demarche qualite
safety: qhse, hse, ehs, sante et securite au travail, health and safety, arbeitssicherheit*, arbeitsschutz*, consignes de securite, regles de securite, safety rules, sicherheitsvorschrift*
music: musici*, pianist*, guitar*, gitarr*, musiker*, conservatoire
`;
