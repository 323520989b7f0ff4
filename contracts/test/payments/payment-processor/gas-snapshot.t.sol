// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev Gas of a call into the processor with cold accounts, without the transaction's own 21,000 and its calldata.
/// `contracts/snapshots` holds what is committed; a difference fails the tests.
contract GasSnapshot is PaymentTest {
    /// @dev What a plain `transferWithAuthorization` costs on a real USDC, the transaction's own cost included.
    uint256 private constant PLAIN_GAS = 85_720;
    uint256 private constant TRANSACTION_GAS = 21_000;

    function setUp() public override {
        super.setUp();
        // As in practice: payout and processor hold tokens already, and fees have accrued.
        payTerms(order(1_000));
    }

    function test_gas_of_a_single_payment() public {
        _measure("payTerms", abi.encodeCall(IPaymentProcessor.payTerms, (terms(order(1)), signTerms(order(1)))), 1, 142);
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
        _measure("settleTermsBatch of 10", _termsBatch(1, 10), 10, 67);
        _measure("settleTermsBatch of 50", _termsBatch(11, 50), 50, 60);
    }

    function test_gas_of_a_batch_for_ten_merchants() public {
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](10);
        for (uint256 g = 0; g < groups.length; ++g) {
            address payout = named(string(abi.encodePacked("payout ", bytes1(uint8(g)))));
            mint(usdc, payout, 1);
            groups[g] = IPaymentProcessor.TermsGroup(register(payout), address(usdc), "");
            for (uint256 i = 0; i < 5; ++i) {
                Order memory o = order(5 * g + i);
                o.merchantId = groups[g].merchantId;
                groups[g].items = bytes.concat(groups[g].items, packed(o));
            }
        }
        bytes memory data = abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), groups));
        _measure("settleTermsBatch of 50, ten merchants", data, 50, 65);
    }

    function test_gas_of_batches_with_two_signatures() public {
        _measure("settleBatch of 10", _batch(0, 10));
        _measure("settleBatch of 50", _batch(10, 50));
    }

    function test_gas_of_a_sweep() public {
        mint(usdc, treasury, 1);
        processor.sweepFees(address(registry), address(usdc));
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
        return abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), oneTermsGroup(items)));
    }

    function _batch(uint256 first, uint256 size) private returns (bytes memory) {
        IPaymentProcessor.Item[] memory items = new IPaymentProcessor.Item[](size);
        for (uint256 i = 0; i < size; ++i) {
            items[i] = item(order(first + i));
        }
        return abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), oneGroup(items)));
    }

    /// @dev Measures payments, each of which costs at most so many percent of a plain transfer, all included.
    function _measure(string memory name, bytes memory data, uint256 items, uint256 percent) private {
        uint256 used = _measure(name, data) + TRANSACTION_GAS;
        for (uint256 i = 0; i < data.length; ++i) {
            used += data[i] == 0 ? 4 : 16;
        }
        vm.assertLe(used / items, PLAIN_GAS * percent / 100, name);
    }

    function _measure(string memory name, bytes memory data) private returns (uint256 used) {
        vm.cool(address(processor));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(relayer);
        (bool success,) = address(processor).call(data);
        used = vm.snapshotGasLastCall("PaymentProcessor", name);
        vm.assertTrue(success, name);
    }
}
