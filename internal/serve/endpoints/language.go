package endpoints

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/param"
)

// Inputs with the language of the reader.

// LanguageInput is the language of the reader.
type LanguageInput struct{ Language words.Language }

// ExplainedInput is a home, with the language of the reader.
type ExplainedInput struct {
	Home HomeInput
	LanguageInput
}

// LanguageTable are the rows of a LanguageInput.
func LanguageTable() []param.Row[LanguageInput] {
	return languageRows(func(in *LanguageInput) *words.Language { return &in.Language })
}

// ExplainedTable are the rows of an ExplainedInput, with the characteristics of a table.
func ExplainedTable(table gevel.Attributes) []param.Row[ExplainedInput] {
	return slices.Concat(
		Within(HomeTable(table), func(in *ExplainedInput) *HomeInput { return &in.Home }),
		languageRows(func(in *ExplainedInput) *words.Language { return &in.Language }),
	)
}

var languages = &param.Enumeration{Values: words.Languages()}

// languageRows say in which language an answer speaks, in any input that has one.
func languageRows[In any](language func(*In) *words.Language) []param.Row[In] {
	return []param.Row[In]{{Param: param.Param{
		Name: "language", Kind: param.Text, Enum: languages, Fallback: english,
		Doc: "The language of names and sentences: en (the default) or nl.",
	}, Set: func(in *In, v param.Value) (err error) {
		*language(in), err = words.Parse(v.Spelled)
		return err
	}}}
}

func english(param.Limits) param.Value {
	return param.Value{Known: true, Spelled: string(words.English)}
}

// Within returns the rows of an input for one that has it as a part.
func Within[Outer, Inner any](rows []param.Row[Inner], part func(*Outer) *Inner) []param.Row[Outer] {
	list := make([]param.Row[Outer], len(rows))
	for i, r := range rows {
		list[i] = param.Row[Outer]{Param: r.Param, Set: func(in *Outer, v param.Value) error { return r.Set(part(in), v) }}
	}
	return list
}
