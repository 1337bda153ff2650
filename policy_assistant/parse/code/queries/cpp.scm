(class_specifier name: (_) @name body: (_)) @class
(concept_definition name: (_) @name) @class
(template_declaration) @outer
(field_declaration (type_qualifier) @_how declarator: (_) @name default_value: (_)
  (#has? @_how "const" "constexpr" "constinit")) @constant
