(function_definition name: (_) @name) @function
(program (variable_assignment name: (_) @upper) @constant)
(program (declaration_command (variable_assignment name: (_) @upper)) @constant)
(comment) @above
