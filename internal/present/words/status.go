package words

import "github.com/gevel/gevel"

// Status words what the register says of a home that it does not have in use, "" for one in use.
func (l Language) Status(s gevel.Status) string {
	switch s {
	case gevel.Formed:
		return phrase{
			"The register has this home only as formed: planned, or still being built or split off. Its value is as if " +
				"it were there.",
			"Het register kent deze woning alleen als gevormd: gepland, in aanbouw of nog niet afgesplitst. De waarde geldt " +
				"alsof zij er al is.",
		}.in(l)
	case gevel.OutOfUse:
		return phrase{
			"The register has this home as out of use. Its value is as if it were in use.",
			"Volgens het register is deze woning buiten gebruik. De waarde geldt alsof zij in gebruik is.",
		}.in(l)
	case gevel.Rebuilding:
		return phrase{
			"The register has this home as being rebuilt. Its value is of the home as registered.",
			"Volgens het register wordt deze woning verbouwd. De waarde geldt voor de woning zoals zij geregistreerd is.",
		}.in(l)
	}
	return ""
}
