// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev Gas of a call into the processor with cold accounts, without the transaction's own 21,000 and its calldata.
/// `contracts/snapshots` holds what is committed; a difference fails the tests.
contract GasSnapshot is PaymentTest {
    function setUp() public override {
        super.setUp();
        // As in practice: payout, processor and treasury hold tokens already.
        mint(usdc, payoutA, 1);
        mint(usdc, address(processor), 1);
    }

    function test_gas_of_a_single_payment() public {
        _measure("payTerms", abi.encodeCall(IPaymentProcessor.payTerms, (terms(order(1)), signTerms(order(1)))));
        _measure(
            "payTermsSigned",
            abi.encodeCall(IPaymentProcessor.payTermsSigned, (terms(order(2)), bytesOf(signTerms(order(2)))))
        );
        _measure(
            "pay", abi.encodeCall(IPaymentProcessor.pay, (payment(order(3)), signAuth(order(3)), signIntent(order(3))))
        );
    }

    function test_gas_of_batches_with_one_signature() public {
        _measure("settleTermsBatch of 1", _termsBatch(0, 1));
        _measure("settleTermsBatch of 10", _termsBatch(1, 10));
        _measure("settleTermsBatch of 50", _termsBatch(11, 50));
    }

    function test_gas_of_batches_with_two_signatures() public {
        _measure("settleBatch of 10", _batch(0, 10));
        _measure("settleBatch of 50", _batch(10, 50));
    }

    function test_gas_of_a_sweep() public {
        mint(usdc, address(processor), 100);
        mint(usdc, treasury, 1);
        vm.prank(treasury);
        processor.sweepFees(address(usdc), 50);
        vm.snapshotGasLastCall("PaymentProcessor", "sweepFees");
    }

    function test_gas_of_a_registration() public {
        vm.prank(operator);
        registry.register(keccak256("key"), relayer, relayer, FEE_BPS, bytes32(0));
        vm.snapshotGasLastCall("MerchantRegistry", "register");
    }

    function _termsBatch(uint256 first, uint256 size) private returns (bytes memory) {
        bytes memory items;
        for (uint256 i = 0; i < size; ++i) {
            items = bytes.concat(items, packed(order(first + i)));
        }
        return abi.encodeCall(IPaymentProcessor.settleTermsBatch, (oneTermsGroup(items)));
    }

    function _batch(uint256 first, uint256 size) private returns (bytes memory) {
        IPaymentProcessor.Item[] memory items = new IPaymentProcessor.Item[](size);
        for (uint256 i = 0; i < size; ++i) {
            items[i] = item(order(first + i));
        }
        return abi.encodeCall(IPaymentProcessor.settleBatch, (oneGroup(items)));
    }

    function _measure(string memory name, bytes memory data) private {
        vm.cool(address(processor));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(relayer);
        (bool success,) = address(processor).call(data);
        vm.snapshotGasLastCall("PaymentProcessor", name);
        vm.assertTrue(success, name);
    }
}
