package search

import (
	"errors"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Letters and extensions: which of the homes at one number the words behind it mean.

// suffixesOf returns what the words behind the house number of a reading may say.
func (f *finder) suffixesOf(r reading) []string {
	list := &f.suffixes[r.at][r.suffixTo-r.at-1]
	if *list == nil {
		*list = suffixes(f.words[r.at+1 : r.suffixTo])
	}
	return *list
}

// suffixes returns what words behind a house number may say: as they are, and with storeys in the register's way.
func suffixes(words []string) []string {
	plain := gevel.JoinSuffix("", strings.Join(words, " "))
	var short []string
	for i, word := range words {
		storey, ok := storeys[word]
		switch {
		case floors[word], isOrdinal[word] && i > 0 && isNumber(words[i-1]): // 2e etage
		case ok:
			short = append(short, storey)
		default:
			short = append(short, word)
		}
	}
	if other := gevel.JoinSuffix("", strings.Join(short, " ")); other != plain {
		return []string{plain, other}
	}
	return []string{plain}
}

// withSuffix adds those rows, all of one number, that the words behind it mean or begin; if they mean none, all, the
// nearest first. Without words they are the bare number, or the only home. It reports whether there was one as meant.
func (f *finder) withSuffix(h hit, rows []int32, given []string) bool {
	if len(rows) == 0 {
		return false
	}
	candidates := make([]gevel.Address, len(rows))
	for i, row := range rows {
		candidates[i] = f.addresses.At(int(row))
	}
	var q gevel.AddressQuery
	var meant gevel.Address
	var err error
	for _, q.HouseNumberExt = range given {
		if meant, err = q.Match(candidates); err == nil {
			break
		}
	}
	if err != nil {
		f.looks -= lookAtError
	}
	before := len(f.hits)
	for i, a := range candidates {
		said := h
		said.isSaid = err == nil && a.ObjectID == meant.ObjectID && a.Extension() == meant.Extension()
		begins := func(given string) bool {
			return strings.HasPrefix(gevel.JoinSuffix(a.HouseLetter, a.HouseNumberExt), given)
		}
		switch {
		case said.isSaid:
			f.add(said, 0, rows[i])
		case err == nil && a.Extension() == meant.Extension(): // of another object
			f.add(h, 1, rows[i])
		case slices.ContainsFunc(given, begins):
			f.add(h, costOfSuffix, rows[i])
		}
	}
	if len(f.hits) == before {
		f.addNearest(h, rows, candidates, err)
	}
	return err == nil
}

// addNearest adds the homes of a number that lacks the suffix asked for.
func (f *finder) addNearest(h hit, rows []int32, candidates []gevel.Address, err error) {
	var ambiguous *gevel.Error
	if !errors.As(err, &ambiguous) {
		return
	}
	h.flags |= isWrong
	for i, a := range ambiguous.Candidates {
		at := slices.IndexFunc(candidates, func(c gevel.Address) bool { return c == a })
		f.add(h, costOfNoSuffix+i, rows[at])
	}
}
