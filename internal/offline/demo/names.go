package demo

// streetNames make the names of a district's streets: each stem with each ending.
// All are invented.
type streetNames struct{ stems, endings []string }

// at returns the i-th name. When stems and endings are used up the names start again, as they do in real
// towns.
func (n streetNames) at(i int) string {
	count := len(n.stems) * len(n.endings)
	name := n.stems[i%len(n.stems)] + n.endings[(i/len(n.stems)+i)%len(n.endings)]
	for range i / count {
		name = "Nieuwe " + name
	}
	return name
}

var (
	canalNames = streetNames{
		stems: []string{
			"Haring", "Zoutkeet", "Touwslager", "Kaarsen", "Zeilmaker", "Peper", "Lakenkoop", "Scheepstimmer",
			"Mosterd", "Beurtschipper", "Wolwever",
		},
		endings: []string{"gracht", "kade", "steeg", "wal", "straat"},
	}
	treeNames = streetNames{
		stems: []string{
			"Meidoorn", "Vlier", "Kornoelje", "Sering", "Hazelaar", "Goudiep", "Kardinaalsmuts", "Kweepeer",
			"Zilverlinde", "Jasmijn", "Steeneik",
		},
		endings: []string{"singel", "straat", "laan", "plantsoen", "hof", "park"},
	}
	meadowNames = streetNames{
		stems: []string{
			"Grutto", "Kievit", "Tureluur", "Zwaluw", "Klaproos", "Zuring", "Pinksterbloem", "Watersnip",
			"Koekoeksbloem", "Leeuwerik", "Dotter", "Wulpen",
		},
		endings: []string{"weide", "straat", "veld", "dreef", "hof"},
	}
	shipNames = streetNames{
		stems: []string{
			"Botter", "Tjalk", "Schokker", "Skûtsje", "Hoogaars", "Boeier", "Kraak", "Westlander", "Praam",
			"Lemsteraak", "Bolpoep",
		},
		endings: []string{"eiland", "haven", "rif", "steiger", "baken"},
	}
	villageNames = streetNames{
		stems:   []string{"Kerk", "Brink", "Molen", "Pastorie", "Smids", "Boomgaards", "Achter", "Hooi"},
		endings: []string{"pad", "weg", "straat", "dijk"},
	}
	polderNames = streetNames{
		stems:   []string{"Kavel", "Sluitgat", "Dromers", "Strekdam"},
		endings: []string{"weg", "vaart", "tocht"},
	}
	hamletNames = streetNames{stems: []string{"Vuurtoren"}, endings: []string{"pad"}}
)
