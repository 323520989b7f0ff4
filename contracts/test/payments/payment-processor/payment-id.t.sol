// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {PaymentTest} from "../support/PaymentTest.sol";

contract PaymentIdTest is PaymentTest {
    function testFuzz_is_the_digest_that_the_payer_signs(
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        bytes32 nonce
    ) public view {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "PaymentIntent(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
                ),
                payer,
                registry,
                merchantId,
                token,
                amount,
                ref,
                nonce
            )
        );
        bytes32 digest = typedDigest(domainSeparator("Stipend Payments", "1", address(processor)), structHash);
        vm.assertEq(processor.paymentId(address(registry), merchantId, token, payer, amount, ref, nonce), digest, "id");
    }

    function test_describes_its_domain() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address place, bytes32 salt,) =
            processor.eip712Domain();
        vm.assertEq(uint256(uint8(fields)), 0x0f, "fields");
        vm.assertEq(name, "Stipend Payments", "name");
        vm.assertEq(version, "1", "version");
        vm.assertEq(chainId, block.chainid, "chain id");
        vm.assertEq(place, address(processor), "contract");
        vm.assertEq(salt, bytes32(0), "salt");
    }

    function test_changes_with_the_chain() public {
        bytes32 here = processor.paymentId(address(registry), 1, address(usdc), relayer, PRICE, bytes32(0), bytes32(0));
        vm.chainId(block.chainid + 1);
        bytes32 there = processor.paymentId(address(registry), 1, address(usdc), relayer, PRICE, bytes32(0), bytes32(0));
        vm.assertTrue(here != there, "id");
    }

    function testFuzz_of_terms_is_the_nonce_that_the_payer_signs(
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        uint96 salt
    ) public view {
        bytes32 typeHash = keccak256(
            "PaymentTerms(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,uint96 salt)"
        );
        vm.assertEq(processor.PAYMENT_TERMS_TYPEHASH(), typeHash, "type");
        bytes32 structHash = keccak256(abi.encode(typeHash, payer, registry, merchantId, token, amount, ref, salt));
        bytes32 digest = typedDigest(domainSeparator("Stipend Payments", "1", address(processor)), structHash);
        vm.assertEq(processor.termsId(address(registry), merchantId, token, payer, amount, ref, salt), digest, "id");
    }

    /// @dev A payer can choose a nonce that is the salt of another payment of the same terms.
    function testFuzz_is_never_shared_by_the_two_kinds(uint256 amount, bytes32 ref, uint96 salt) public view {
        bytes32 once = processor.termsId(address(registry), 1, address(usdc), relayer, amount, ref, salt);
        bytes32 twice =
            processor.paymentId(address(registry), 1, address(usdc), relayer, amount, ref, bytes32(uint256(salt)));
        vm.assertTrue(once != twice, "id");
    }
}
