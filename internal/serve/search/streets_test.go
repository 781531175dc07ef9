package search_test

import "fmt"

// streetNamed returns the i-th of some thousands of street names of all forms that the register has.
func streetNamed(i int) string {
	pick := func(list []string, salt int) string { return list[(i/8*7+salt)%len(list)] }
	surname, ending := pick(surnames, i/len(surnames)), pick(streetEndings, i/3)
	switch i % 8 {
	case 0:
		return pick(stems, i/5) + ending
	case 1:
		return pick(titles, 0) + " " + surname + ending
	case 2:
		return pick(firstNames, 0) + " " + pick(particles, i/7) + surname + ending
	case 3:
		return pick(ordinalsOfNames, i/9) + " " + pick(stems, i/2) + ending
	case 4:
		return pick(saints, 0) + ending
	case 5:
		return pick(adjectives, 0) + " " + pick(stems, i/3) + ending
	case 6:
		return fmt.Sprintf("%s %s%s", pick([]string{"Jan", "Van", "De", "Prof.", "Hertog", "Graaf"}, i/4), surname, ending)
	}
	return pick(oddNames, i/len(oddNames)) + pick([]string{"", "", " Noord", " Zuid", "pad"}, i/8/len(oddNames)*3)
}

var (
	stems = []string{
		"Meidoorn", "Kerk", "Molen", "Zwaluw", "Beuken", "Kastanje", "Haven", "Stations", "Dorps", "School", "Linden", "Wilgen", "Eiken",
		"Rozen", "Merel", "Raadhuis", "Gasthuis", "Boerhaave", "Spoor", "Veer", "Sluis", "Vijver", "Park", "Tulpen", "Koekoek", "Ooievaar",
		"Klaver", "Korenbloem", "Parallel", "Industrie",
	}
	streetEndings = []string{
		"straat", "laan", "weg", "plein", "singel", "kade", "dreef", "hof", "pad", "gracht", "dijk",
		"plantsoen",
	}
	titles = []string{
		"Burgemeester", "Koningin", "Prins", "Prinses", "Meester", "Dokter", "Ds.", "Generaal", "Pastoor", "Professor", "Burg.", "Dr.",
		"Wethouder", "Kon.", "Minister", "Admiraal", "Jhr.", "Luitenant",
	}
	surnames = []string{
		"Roelofs", "Wilhelmina", "Bernhard", "Juliana", "Verhulst", "Schaepman", "Van der Meulen", "Kuyper", "Colijn", "Thorbecke", "Tesselaar",
		"van Heuven", "Huygens", "Rey", "Brandts", "Cornelisz", "Schimmelpenninck", "Lely", "Aalberse", "Vermeer", "Quack", "Drooglever",
		"van den Bosch", "Okkersz", "Teding van Berkhout", "Fagel", "Hooft", "Loudon", "Ruysdael", "Ten Kate", "Nolens", "Savornin",
	}
	firstNames = []string{
		"Johan", "Anna", "Willem", "Cornelis", "Pieter", "Maria", "Hendrik", "Adriaan", "Jan Willem", "Theodor", "Jacob", "Clara", "Laurens Jansz",
	}
	particles       = []string{"de ", "van ", "", "van de ", "van den ", "van der ", "ter ", "", "van 't "}
	ordinalsOfNames = []string{"Eerste", "1e", "Tweede", "2e", "Derde", "3e", "Vierde"}
	saints          = []string{
		"Sint Jans", "St. Anna", "Sint Joris", "St. Nicolaas", "Sint Catharina", "Sint Pieters", "St. Jacobs", "Sint Agatha", "Sint Bavo", "St. Martinus",
	}
	adjectives = []string{"Nieuwe", "Oude", "Lange", "Korte", "Grote", "Kleine", "Hoge", "Lage", "Achter de", "Aan den"}
	oddNames   = []string{
		"Plein 1944", "'s-Gravenwal", "Hof van 't Sticht", "Spui", "Dam", "'t Zand", "Curaçaolaan", "Prinsenhage", "Laan van Meerdervaart",
		"Schout bij Nacht Doorman", "Jan Pieterszoon Loensingel", "Raoul Wallenbergweg", "Op de Brink", "d'Aumeriehof", "Skûtsjeviel", "Ceintuurbaan",
		"Achterom", "Rijksweg A12", "Koninginnegracht", "Vijzelmolen", "Lijsterbes", "Ruiterweg", "De Wetering", "In de Betouwe",
	}
)
