package gevel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxAmbiguous is how many possible addresses an ambiguous_address error names.
const MaxAmbiguous = 50

// ambiguous returns the error that names the possible addresses.
func (q AddressQuery) ambiguous(candidates []Address) error {
	possible := q.nearestFirst(candidates)
	e := &Error{
		Code: AmbiguousAddress,
		Message: fmt.Sprintf("%s %d has %d addresses, and it is not clear which is meant",
			q.PostalCode, q.HouseNumber, len(possible)),
		Hint: "give the house letter and extension of one of those listed",
	}
	switch {
	case len(possible) == 1:
		e.Message = fmt.Sprintf("%s %d has one address, of another letter or extension", q.PostalCode, q.HouseNumber)
	case len(possible) > MaxAmbiguous:
		e.Hint = fmt.Sprintf("give the house letter and extension; the %d nearest to what was given are listed", MaxAmbiguous)
		possible = possible[:MaxAmbiguous]
	}
	for _, a := range possible {
		e.Candidates = append(e.Candidates, a)
		e.Details = append(e.Details, Detail{Reason: string(AmbiguousAddress), Message: a.suffixQuery()})
	}
	return e
}

// suffixQuery returns the parameters that name the letter and the extension that an address has, empty where it has
// neither.
func (a *Address) suffixQuery() string {
	var given []string
	if a.HouseLetter == "" && a.HouseNumberExt == "" {
		return "houseLetter=&houseNumberExt="
	}
	if a.HouseLetter != "" {
		given = append(given, "houseLetter="+a.HouseLetter)
	}
	if a.HouseNumberExt != "" {
		given = append(given, "houseNumberExt="+a.HouseNumberExt)
	}
	return strings.Join(given, "&")
}

// near is an address and how far its letter and extension are from those that were given.
type near struct {
	Address
	suffix   string
	distance int
}

// nearestFirst returns one address for each letter and extension, in an order that does not depend on the order of the
// candidates.
func (q AddressQuery) nearestFirst(candidates []Address) []Address {
	asked := strings.Split(JoinSuffix(q.HouseLetter, q.HouseNumberExt), "-") // of merged units each is near
	list := make([]near, len(candidates))
	for i, a := range candidates {
		n := near{Address: a, suffix: JoinSuffix(a.HouseLetter, a.HouseNumberExt), distance: 2 * longestCompared}
		for _, unit := range asked {
			n.distance = min(n.distance, edits(unit, n.suffix), edits(arabic(unit), arabic(n.suffix)))
		}
		list[i] = n
	}
	slices.SortFunc(list, func(a, b near) int {
		return cmp.Or(
			cmp.Compare(a.distance, b.distance), cmp.Compare(len(a.suffix), len(b.suffix)), // 2 before 10
			cmp.Compare(a.HouseLetter, b.HouseLetter), cmp.Compare(a.HouseNumberExt, b.HouseNumberExt))
	})
	var nearest []Address
	for i, n := range list {
		if i == 0 || n.HouseLetter != list[i-1].HouseLetter || n.HouseNumberExt != list[i-1].HouseNumberExt {
			nearest = append(nearest, n.Address)
		}
	}
	return nearest
}

// longestCompared bounds the work of comparing what was given with each of many candidates, in bytes.
const longestCompared = 32

// edits returns how many letters and digits have to be put in or taken out to make one text of another.
func edits(from, to string) int {
	from, to = from[:min(len(from), longestCompared)], to[:min(len(to), longestCompared)]
	var row [longestCompared + 1]int
	for j := range len(to) + 1 {
		row[j] = j
	}
	for i := range len(from) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(to) {
			above := row[j+1]
			if from[i] == to[j] {
				row[j+1] = diagonal
			} else {
				row[j+1] = 1 + min(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(to)]
}
