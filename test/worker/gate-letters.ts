import type { LetterLanguage } from "../../worker/messages/gate/case.ts";

/** An honest letter and what it is written from. Whoever tells a lie in a test changes some words of it. */
export interface Honest {
  cv: string;
  template: string;
  company: { name: string; website: string; city: string; country: string; about: string };
  others: string[];
  candidate: { name: string; email: string };
  language: LetterLanguage;
  subject: string;
  text: string;
}

const nora = {
  candidate: { name: "Nora Benali", email: "nora.benali@mail.example" },
  cv: `Nora BENALI
Employée de pharmacie, préparatrice
nora.benali@mail.example | 06 12 00 45 78 | Nantes

EXPÉRIENCES
2020 – 2024 : Préparatrice en pharmacie, Pharmacie du Bouffay, Nantes
- délivrance des ordonnances, conseil à 150 clients par jour
- gestion des stocks et des commandes (logiciel LGPI)
- réduction des ruptures de 30 %
2018 – 2020 : Vendeuse en parapharmacie, Parashop, Rennes

FORMATION
2018 : BP préparateur en pharmacie, CFA de Rennes
2015 : Baccalauréat scientifique, lycée Chateaubriand, Rennes

LANGUES : français, arabe (langue maternelle), anglais B2
Permis B`,
  template:
    "Préparatrice en pharmacie depuis six ans, j'aime le contact avec les patients et le travail précis. Je cherche une officine où l'on prend le temps du conseil. Je suis disponible à partir de septembre.",
};

export const french: Honest = {
  ...nora,
  company: {
    name: "Pharmacie des Lilas SELARL",
    website: "https://pharmacie-lilas.example",
    city: "Angers",
    country: "France",
    about:
      "Officine familiale fondée en 1978, la Pharmacie des Lilas réunit 12 collaborateurs et un laboratoire de préparation. Ouvert 6 jours sur 7.",
  },
  others: ["Pharmacie de la Gare", "Santé Plus", "Le Temps", "Orange"],
  language: "fr",
  subject: "Candidature spontanée de Nora Benali, préparatrice en pharmacie",
  text: `Madame, Monsieur,

Votre officine familiale, fondée en 1978, et votre laboratoire de préparation m'ont donné envie de vous écrire. Préparatrice en pharmacie depuis six ans, je souhaite rejoindre la Pharmacie des Lilas, à Angers.

De 2020 à 2024, à la Pharmacie du Bouffay, j'ai délivré les ordonnances et conseillé environ 150 clients par jour. J'y ai aussi géré les stocks et les commandes avec LGPI, ce qui a permis de réduire les ruptures de 30 %. Auparavant, chez Parashop, à Rennes, j'ai appris la vente et l'écoute.

Titulaire du BP de préparateur en pharmacie, je parle arabe et j'ai un niveau B2 en anglais. J'aime le travail précis, et une équipe de douze personnes me conviendrait bien.

Je suis disponible à partir de septembre et je serais heureuse de vous rencontrer.

Je vous prie d'agréer, Madame, Monsieur, l'expression de mes salutations distinguées.

Nora Benali
06 12 00 45 78`,
};

const owen = {
  candidate: { name: "Owen Pritchard", email: "owen.p@mail.example" },
  cv: `Owen Pritchard
Leeds, LS6 - 07700 900123 - owen.p@mail.example - linkedin.com/in/owenpritchard

EXPERIENCE
Data Analyst, Northgate Energy, Leeds (Mar 2021 - present)
* Weekly reporting for 14 regional managers in Power BI
* Rebuilt the churn model in Python and SQL; forecast error fell from 12% to 7%
* Trained 5 colleagues in dashboard design
Junior Analyst, Hollis Retail, York (Sept 2018 - Feb 2021)
* Sales reports for 60 stores, Excel and VBA
* Saved £45,000 a year in wasted stock

EDUCATION
BSc Mathematics (2:1), University of Sheffield, 2018

SKILLS: Python, SQL, Power BI, Excel, Git
LANGUAGES: English (native), French (B1)`,
  template:
    "I am a data analyst who likes plain answers to plain questions. I want to work somewhere the numbers change what people do on Monday. I have three years of experience with energy data and I would like to move closer to my parents in Bristol. One month's notice.",
};

export const english: Honest = {
  ...owen,
  company: {
    name: "Avon Water Ltd",
    website: "https://www.avonwater.example",
    city: "Bristol",
    country: "United Kingdom",
    about:
      "Avon Water supplies 1.2 million people around Bristol. Since 1989 we have cut leakage by 41%. Our data team of nine works next to the engineers.",
  },
  others: ["Severn Power", "Next", "Bristol Bikes", "Northgate Logistics"],
  language: "en",
  subject: "Speculative application: data analyst, Owen Pritchard",
  text: `Dear Sir or Madam,

You have cut leakage by 41% since 1989, and your data team sits next to the engineers. I would like to work at Avon Water because there the numbers change what people do on Monday.

At Northgate Energy in Leeds I write weekly reports for fourteen regional managers in Power BI. I rebuilt the churn model in Python and SQL, and the forecast error fell from 12 to 7 per cent. I also showed five colleagues how to design dashboards. Before that, as a junior analyst at Hollis Retail in York, I reported on the sales of 60 stores and helped save £45,000 a year in wasted stock.

I hold a BSc in Mathematics from the University of Sheffield, and I have three years of experience with energy data. My French is at level B1.

My parents live in Bristol and I would like to be closer to them. My notice period is one month. I would be glad to meet your team.

Yours faithfully,

Owen Pritchard
linkedin.com/in/owenpritchard`,
};

const jonas = {
  candidate: { name: "Jonas Keller", email: "jonas.keller@mail.example" },
  cv: `Jonas Keller
Musterweg 4, 70372 Stuttgart
0170 5550134, jonas.keller@mail.example

Berufserfahrung
09/2019 – heute   Elektro Vogt GmbH, Stuttgart: Elektroniker für Energie- und Gebäudetechnik
                  Installation und Wartung von Photovoltaikanlagen (über 80 Anlagen)
                  Einarbeitung von 2 Auszubildenden
08/2016 – 08/2019 Haustechnik Maier, Esslingen: Elektroniker
                  KNX-Programmierung in 25 Einfamilienhäusern

Ausbildung
2013 – 2016  Ausbildung zum Elektroniker, Haustechnik Maier (Gesellenbrief, Note 1,8)
2013         Mittlere Reife, Realschule Bad Cannstatt

Kenntnisse: KNX, DIALux, MS Office; Führerschein B
Sprachen: Deutsch (Muttersprache), Englisch (Grundkenntnisse)`,
  template:
    "Ich bin Elektroniker und arbeite am liebsten auf dem Dach und am Zählerschrank. Mir ist wichtig, dass sauber gearbeitet wird. Ich suche einen Betrieb, der auf erneuerbare Energien setzt. Anfangen kann ich nach sechs Wochen Kündigungsfrist.",
};

export const german: Honest = {
  ...jonas,
  company: {
    name: "Solarwerk Neckar GmbH & Co. KG",
    website: "https://solarwerk-neckar.example",
    city: "Heilbronn",
    country: "Deutschland",
    about:
      "Wir planen und bauen Photovoltaikanlagen seit 2004. 35 Mitarbeitende, über 2.000 Anlagen im Raum Heilbronn. Wärmepumpen und Speicher gehören dazu.",
  },
  others: ["Sonnenhaus", "Elektro Bauer", "Stadtwerke Ludwigsburg", "Licht & Raum"],
  language: "de",
  subject: "Initiativbewerbung als Elektroniker – Jonas Keller",
  text: `Sehr geehrte Damen und Herren,

seit 2004 bauen Sie Photovoltaikanlagen, über 2.000 stehen inzwischen im Raum Heilbronn. Ich bin Elektroniker für Energie- und Gebäudetechnik und möchte gern bei Solarwerk Neckar mitarbeiten.

Seit September 2019 bin ich bei der Elektro Vogt GmbH in Stuttgart beschäftigt. Dort habe ich über 80 Photovoltaikanlagen installiert und gewartet und zwei Auszubildende eingearbeitet. Zuvor habe ich bei Haustechnik Maier in Esslingen die KNX-Programmierung in 25 Einfamilienhäusern übernommen; dort habe ich auch meine Ausbildung abgeschlossen, mit der Note 1,8.

Am liebsten arbeite ich auf dem Dach und am Zählerschrank, und mir ist wichtig, dass sauber gearbeitet wird. Wärmepumpen und Speicher würden mich reizen: Da lerne ich gern dazu. Einen Führerschein der Klasse B habe ich.

Meine Kündigungsfrist beträgt sechs Wochen. Über eine Einladung zu einem Gespräch oder zu einem Probetag in Heilbronn freue ich mich.

Mit freundlichen Grüßen
Jonas Keller`,
};

/** A French CV, a German letter. */
export const translated: Honest = {
  ...nora,
  company: {
    name: "Apotheke am Markt",
    website: "https://apotheke-am-markt.example",
    city: "Kehl",
    country: "Deutschland",
    about:
      "Unsere Apotheke berät seit 1952 Kundinnen und Kunden von beiden Seiten des Rheins. 8 Mitarbeitende, eigenes Labor.",
  },
  others: ["Rhein-Apotheke", "Markt-Drogerie"],
  language: "de",
  subject: "Initiativbewerbung als pharmazeutische Assistentin",
  text: `Sehr geehrte Damen und Herren,

seit 1952 beraten Sie Menschen von beiden Seiten des Rheins. Das gefällt mir, und deshalb bewerbe ich mich initiativ bei der Apotheke am Markt in Kehl.

Von 2020 bis 2024 habe ich in der Pharmacie du Bouffay in Nantes gearbeitet, Rezepte beliefert und rund 150 Kundinnen und Kunden am Tag beraten. Ich war für Bestellungen und Lagerbestand zuständig, mit der Software LGPI; die Fehlbestände sind um 30 Prozent zurückgegangen. Vorher war ich Verkäuferin in einer Parapharmazie in Rennes, bei Parashop.

2018 habe ich den französischen Berufsabschluss als Apothekenhelferin (BP) an einem Ausbildungszentrum in Rennes erworben. Ich spreche Französisch und Arabisch, mein Englisch liegt auf dem Niveau B2.

Seit sechs Jahren mache ich diese Arbeit, und ich mag sie, weil sie genau ist und weil man mit Menschen zu tun hat. Ab September bin ich verfügbar. Gern komme ich zu einem Gespräch nach Kehl.

Mit freundlichen Grüßen
Nora Benali`,
};

/** A German CV, a French letter. */
export const crossing: Honest = {
  ...jonas,
  company: {
    name: "Soleil d'Alsace SAS",
    website: "https://soleil-alsace.example",
    city: "Strasbourg",
    country: "France",
    about: "Installateur de panneaux photovoltaïques depuis 2010, 24 salariés, certifié QualiPV.",
  },
  others: ["Alsace Énergie", "Soleil Levant"],
  language: "fr",
  subject: "Candidature spontanée : électricien pour vos chantiers solaires",
  text: `Madame, Monsieur,

Depuis 2010, vous installez des panneaux photovoltaïques en Alsace, et c'est le travail que je préfère. Électricien du bâtiment à Stuttgart, je vous propose ma candidature pour rejoindre Soleil d'Alsace.

Depuis septembre 2019, je travaille chez Elektro Vogt, où j'ai installé et entretenu plus de 80 installations photovoltaïques et formé deux apprentis. Auparavant, chez Haustechnik Maier, à Esslingen, j'ai réalisé la programmation KNX de vingt-cinq maisons individuelles. C'est là que j'ai fait mon apprentissage, terminé en 2016 par un diplôme de compagnon avec la note de 1,8.

Je connais aussi DIALux et la suite Office, et j'ai le permis B. L'allemand est ma langue maternelle et j'ai des notions d'anglais.

J'aime le travail propre, sur le toit comme au tableau électrique. Mon préavis est de six semaines. Je viendrais volontiers à Strasbourg pour une journée d'essai.

Je vous prie d'agréer, Madame, Monsieur, mes salutations distinguées.

Jonas Keller`,
};

/** No CV, a few lines of a template, a company of which nothing is known. */
export const bare: Honest = {
  candidate: { name: "Lina Costa", email: "lina@mail.example" },
  cv: "",
  template:
    "Bonjour, j'ai 19 ans et je cherche un apprentissage en fleuristerie pour la rentrée. J'aime les fleurs et le contact, je suis ponctuelle et je n'ai pas peur de me lever tôt.",
  company: { name: "Fleurs & Co", website: "", city: "Tours", country: "France", about: "" },
  others: ["Flora", "La Rose"],
  language: "fr",
  subject: "Demande d'apprentissage en fleuristerie – Lina Costa",
  text: `Madame, Monsieur,

Je m'appelle Lina Costa, j'ai 19 ans et je cherche un apprentissage en fleuristerie pour la rentrée. Je vous écris parce que j'aimerais apprendre ce métier chez Fleurs & Co, à Tours.

J'aime les fleurs depuis toujours, et j'aime aussi le contact avec les gens : accueillir quelqu'un, comprendre pour quelle occasion il vient, l'aider à choisir. Je suis ponctuelle, curieuse et soigneuse, et je n'ai pas peur de me lever tôt ni de travailler debout.

Je sais que j'ai tout à apprendre, et c'est justement ce que je souhaite : préparer les fleurs, composer un bouquet, tenir la boutique. Je peux venir quelques jours en observation pour que vous voyiez comment je travaille.

Je vous remercie de votre lecture et reste à votre disposition pour un entretien.

Je vous prie d'agréer, Madame, Monsieur, l'expression de mes salutations distinguées.

Lina Costa`,
};

/** An English CV, a French letter. */
export const crossed: Honest = {
  ...owen,
  company: {
    name: "Groupe Loiret Énergies",
    website: "https://loiret-energies.example",
    city: "Orléans",
    country: "France",
    about:
      "Fournisseur d'électricité locale. 300 salariés, 120 000 foyers. Nos équipes data travaillent avec les communes du Loiret.",
  },
  others: ["Énergies du Centre", "Loire Habitat"],
  language: "fr",
  subject: "Candidature d'un analyste de données – Owen Pritchard",
  text: `Madame, Monsieur,

Vos équipes travaillent avec les communes du Loiret pour 120 000 foyers, et j'aimerais mettre mes analyses à leur service. Analyste de données à Leeds, je vous adresse ma candidature.

Depuis mars 2021, chez Northgate Energy, je prépare les rapports hebdomadaires de 14 responsables régionaux avec Power BI. J'ai refait en Python et en SQL le modèle d'attrition : l'erreur de prévision est passée de 12 % à 7 %. J'ai aussi formé cinq collègues à la conception de tableaux de bord. Auparavant, chez Hollis Retail, à York, j'ai suivi les ventes de soixante magasins avec Excel et contribué à économiser 45 000 £ par an de stocks perdus.

Je suis titulaire d'une licence de mathématiques de l'université de Sheffield et j'ai trois ans d'expérience des données d'énergie. L'anglais est ma langue maternelle et j'ai un niveau B1 en français.

J'aime les réponses simples aux questions simples. Mon préavis est d'un mois. Je serais heureux de rencontrer Loiret Énergies.

Cordialement,
Owen Pritchard`,
};
