package api

// schema returns the schema of a parameter, in a request and, but for defaults,
// in the echo of an answer.
func (p param) schema() *schema {
	s := &schema{Type: "string", Enum: anys(p.enum)}
	switch p.kind {
	case integer:
		s.Type, s.Minimum = "integer", &p.min
		if p.max > 0 {
			s.Maximum = &p.max
		}
	case boolean:
		s.Type = "boolean"
	case day:
		s.Format = "date"
	case idList:
		s = &schema{Type: "array", MinItems: &p.min, MaxItems: &p.max, Items: &schema{Type: "string", Pattern: p.pattern.String()}}
	default:
		if p.pattern != nil {
			s.Pattern = p.pattern.String()
		}
	}
	return s
}

// described returns the parameter object of the description.
func (p param) described() parameterObject {
	o := parameterObject{
		Name: p.name, In: "query", Required: p.required,
		Description: p.doc, Schema: p.schema(), Example: p.example,
	}
	if p.kind == boolean {
		o.Schema.Default = false
	}
	if p.kind == idList {
		o.Style, o.Explode = "form", true
	}
	return o
}

// echoSchema returns the schema of the echo of a table in an answer.
func echoSchema(table []param) *schema {
	return echo(table, func(p param) bool { return !p.required && p.fallback == nil })
}

// unreadSchema returns the schema of the echo in a failure: any parameter may be
// null, because it was not given or not understood.
func unreadSchema(table []param) *schema {
	return echo(table, func(param) bool { return true })
}

func echo(table []param, nullable func(param) bool) *schema {
	ps := make(properties, len(table))
	for i, p := range table {
		s := p.schema()
		if s.Nullable = nullable(p); s.Nullable && len(s.Enum) > 0 {
			s.Enum = append(s.Enum, nil)
		}
		ps[i] = property{p.name, s}
	}
	return object(ps...)
}
